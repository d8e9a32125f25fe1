#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u64 {
    mir! {
        type RET = u64;
        {
            Call(RET = core::intrinsics::transmute::<_, u64>(_1), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `u32` and `u64` differ in size
        }
        bb1 = {
            Return()
        }
    }
}

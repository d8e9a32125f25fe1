#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "optimized")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = core::intrinsics::wrapping_add(_1, _1), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `wrapping_add` must have been replaced before this phase
        }
        bb1 = {
            Return()
        }
    }
}

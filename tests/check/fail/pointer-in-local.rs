#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: (*const u32,)) -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = core::intrinsics::read_via_copy(_1.0), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `read_via_copy` takes its pointer from a local alone
        }
        bb1 = {
            Return()
        }
    }
}

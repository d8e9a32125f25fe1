#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn id(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = id(), ReturnTo(bb1), UnwindContinue()) //~ ERROR the function takes 1 arguments, not 0
        }
        bb1 = {
            Return()
        }
    }
}

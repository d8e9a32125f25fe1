#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        {
            Call(RET = core::intrinsics::abort(), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR the call gives `!`, but the destination has type `i32`
        }
        bb1 = {
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g(_1: &u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = *_1;
            Return()
        }
    }
}

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f() -> u32 {
    mir! {
        type RET = u32;
        let a: u32;
        let b: &u32;
        {
            a = 1_u32;
            b = &a;
            Call(RET = g(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

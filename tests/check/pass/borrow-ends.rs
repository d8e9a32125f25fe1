#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        let b: &i32;
        {
            a = 1_i32;
            b = &a;
            RET = *b;
            a = 2_i32;
            Return()
        }
    }
}

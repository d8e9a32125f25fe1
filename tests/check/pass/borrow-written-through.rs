#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        let b: &mut i32;
        let c: i32;
        {
            a = 1_i32;
            c = a;
            b = &mut a;
            *b = c;
            RET = a;
            Return()
        }
    }
}

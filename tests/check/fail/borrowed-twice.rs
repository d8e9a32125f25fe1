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
        let c: &mut i32;
        {
            a = 1_i32;
            b = &mut a;
            c = &mut a; //~ ERROR `a` is borrowed, and `b` may use that later
            *b = 1_i32;
            *c = 2_i32;
            RET = a;
            Return()
        }
    }
}

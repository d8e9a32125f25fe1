#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let a: i32;
        let b: &mut i32;
        {
            a = 1_i32;
            b = &mut a;
            *b = a; //~ ERROR `a` is borrowed, and `b` may use that later
            Return()
        }
    }
}

// Any number of shared references read the same memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let a: &'static i32;
        let b: &'static i32;
        let c: &'static i32;
        let y: i32;
        {
            x = 1_i32;
            a = &x;
            b = &*a;
            c = &x;
            y = *b;
            y = *c;
            y = *a;
            y = x;
            Return()
        }
    }
}

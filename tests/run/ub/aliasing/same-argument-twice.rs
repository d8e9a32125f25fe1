// Two mutable references that a function is given must not be to the same memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32, _2: &mut i32) {
    mir! {
        type RET = ();
        let y: i32;
        {
            y = *_2;
            *_1 = 2_i32; //~ ERROR[tree] forbidden
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let z: i32;
        let a: &'static mut i32;
        let b: &'static mut i32;
        {
            x = 1_i32;
            z = 1_i32;
            a = &mut x;
            b = &mut x;
            Call(RET = f(a, b), ReturnTo(bb1), UnwindContinue()) //~ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

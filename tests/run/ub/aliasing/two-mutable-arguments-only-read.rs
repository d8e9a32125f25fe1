// Stacked Borrows forbids two mutable arguments to the same memory, even if they are only read.
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
            y = *_1;
            y = *_2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let a: &'static mut i32;
        let b: &'static mut i32;
        {
            x = 1_i32;
            a = &mut x;
            b = &mut x;
            Call(RET = f(a, b), ReturnTo(bb1), UnwindContinue()) //~ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

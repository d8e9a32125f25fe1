// A mutable reference is protected while the function calls others.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn g(_1: *mut i32) {
    mir! {
        type RET = ();
        {
            *_1 = 2_i32; //~ ERROR[tree] a running function was given borrow
            //~^ ERROR[stacked] which its call strongly protects
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32, _2: *mut i32) {
    mir! {
        type RET = ();
        {
            Call(RET = g(_2), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let r: &'static mut i32;
        {
            x = 1_i32;
            p = &raw mut x;
            r = &mut *p;
            Call(RET = f(r, p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// What a running function has written through its mutable reference must not be read by others.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32, _2: *mut i32) {
    mir! {
        type RET = ();
        let y: i32;
        {
            *_1 = 2_i32;
            y = *_2; //~ ERROR[tree] a running function was given borrow
            //~^ ERROR[stacked] which its call strongly protects
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

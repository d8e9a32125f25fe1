// A reference that is passed to a function is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static mut i32;
        {
            x = 1_i32;
            r = &mut x;
            x = 2_i32;
            Call(RET = f(r), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

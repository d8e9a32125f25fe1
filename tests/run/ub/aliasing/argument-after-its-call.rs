// Protection ends with the call, but what happened to the reference stays.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32) {
    mir! {
        type RET = ();
        {
            *_1 = 2_i32;
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
        let y: i32;
        {
            x = 1_i32;
            r = &mut x;
            Call(RET = f(r), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            x = 3_i32;
            y = *r; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

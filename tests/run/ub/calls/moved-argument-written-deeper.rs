// What was moved into a call is off limits to the functions that it calls, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn write(_1: *mut u64) {
    mir! {
        type RET = ();
        {
            *_1 = 5_u64; //~ ERROR[tree] which was moved into a call that has not returned
            //~^ ERROR[stacked] which was moved into a call that has not returned
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn middle(_1: u64, _2: *mut u64) {
    mir! {
        type RET = ();
        {
            Call(RET = write(_2), ReturnTo(bb1), UnwindContinue())
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
        let a: u64;
        let p: *mut u64;
        {
            a = 1_u64;
            p = &raw mut a;
            Call(RET = middle(Move(a), p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

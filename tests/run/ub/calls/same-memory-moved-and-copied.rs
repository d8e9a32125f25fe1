// Memory that was moved into one argument cannot be copied into the next.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn both(_1: u64, _2: u64) {
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
        let a: u64;
        let p: *mut u64;
        {
            a = 1_u64;
            p = &raw mut a;
            Call(RET = both(Move(a), *p), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] which was moved into a call that has not returned
            //~^ ERROR[stacked] which was moved into a call that has not returned
            //~^ ERROR[none] encountered uninitialized memory
        }
        bb1 = {
            Return()
        }
    }
}

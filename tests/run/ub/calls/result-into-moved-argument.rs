// A result must not go where an argument is moved from.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn id(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        {
            RET = _1;
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
            Call(*p = id(Move(a)), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] which was moved into a call that has not returned
            //~^ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

// What was moved into a call is uninitialized when it has returned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn take(_1: u32) {
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
        let a: u32;
        let p: *const u32;
        let x: u32;
        {
            a = 1_u32;
            p = &raw const a;
            Call(RET = take(Move(a)), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            x = *p; //~ ERROR[tree] encountered uninitialized memory
            //~^ ERROR[none] encountered uninitialized memory
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

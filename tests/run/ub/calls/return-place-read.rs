// The place of the result cannot be read while the call lasts.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn look(_1: *const u32) -> u32 {
    mir! {
        type RET = u32;
        let seen: u32;
        {
            RET = 7_u32;
            seen = *_1; //~ ERROR[tree] which is the return place of a call that has not returned
            //~^ ERROR[stacked] which is the return place of a call that has not returned
            //~^ ERROR[none] encountered uninitialized memory
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let p: *const u32;
        {
            x = 1_u32;
            p = &raw const x;
            Call(x = look(p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// The place of the result cannot be read by way of a static.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

static mut SEEN: u32 = 3;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn look() -> u32 {
    mir! {
        type RET = u32;
        let p: *mut u32;
        {
            p = StaticMut(SEEN);
            RET = *p; //~ ERROR[tree] which is the return place of a call that has not returned
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
        let p: *mut u32;
        let x: u32;
        {
            p = StaticMut(SEEN);
            Call(*p = look(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// What was in the place of the result, which is in memory, is gone when a call begins, even if the callee does not touch it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn number() -> u32 {
    mir! {
        type RET = u32;
        let nothing: ();
        {
            Call(nothing = fail(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            RET = 1_u32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: u32;
        let p: *mut u32;
        {
            x = 1_u32;
            p = &raw mut x;
            Call(x = number(), ReturnTo(bb1), UnwindCleanup(bb2))
        }
        bb1 = {
            Return()
        }
        bb2 (cleanup) = {
            y = x; //~ ERROR encountered uninitialized memory
            UnwindResume()
        }
    }
}

// A function that never returns must not return.
#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn never() -> ! {
    mir! {
        type RET = !;
        {
            Return() //~ ERROR returning from a function that never returns
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: !;
        {
            Call(x = never(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

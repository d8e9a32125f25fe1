// A function whose result type has no values must not return.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Void {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn never() -> Void {
    mir! {
        type RET = Void;
        {
            Return() //~ ERROR returning from a function that never returns
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: Void;
        {
            Call(x = never(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

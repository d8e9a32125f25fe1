// A function that calls `unreachable` must not be called.
#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn refuse() {
    mir! {
        type RET = ();
        let never: !;
        {
            Call(never = core::intrinsics::unreachable(), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR entering unreachable code
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
        {
            Call(RET = refuse(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

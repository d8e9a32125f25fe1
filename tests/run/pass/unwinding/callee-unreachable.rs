// A callee that could panic but does not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn middle(_1: bool) {
    mir! {
        type RET = ();
        {
            match _1 { true => bb1, _ => bb2 }
        }
        bb1 = {
            Call(RET = fail(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = middle(false), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

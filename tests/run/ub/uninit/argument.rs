// An argument is copied, so it must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn take(_1: u8) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        {
            Call(RET = take(x), ReturnTo(bb1), UnwindContinue()) //~ ERROR encountered uninitialized memory
        }
        bb1 = {
            Return()
        }
    }
}

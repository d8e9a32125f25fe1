#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
#[track_caller]
pub fn f() {
    mir! {
        type RET = ();
        {
            TailCall(g()) //~ ERROR there is no tail call in a function with `#[track_caller]`
        }
    }
}

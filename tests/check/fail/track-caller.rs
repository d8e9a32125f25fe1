#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
#[track_caller]
pub extern "C" fn f() { //~ ERROR an `extern "C"` function has no `#[track_caller]`
    mir! {
        type RET = ();
        {

            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub extern "C" fn g() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

pub const X: fn() = g as fn(); //~ ERROR the function cannot be cast to `fn()`

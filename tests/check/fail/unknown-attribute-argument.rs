#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
#[cold(1)]
pub fn f() { //~ ERROR the attribute `#[cold(1)]` is not known
    mir! {
        type RET = ();
        {

            Return()
        }
    }
}

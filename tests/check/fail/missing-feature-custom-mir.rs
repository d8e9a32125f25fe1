#![feature(core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() { //~ ERROR custom MIR needs the crate feature `custom_mir`
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

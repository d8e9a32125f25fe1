#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
#[custom_mir(dialect = "built")] //~ ERROR a body is in one stage of MIR
pub fn f() {
    mir! {
        type RET = ();
        {

            Return()
        }
    }
}

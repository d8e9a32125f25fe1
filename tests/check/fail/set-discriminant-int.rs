#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32) {
    mir! {
        type RET = ();
        {
            SetDiscriminant(_1, 0); //~ ERROR `i32` is no enum, so it has no discriminant to set
            Return()
        }
    }
}

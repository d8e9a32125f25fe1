#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<i32>) {
    mir! {
        type RET = ();
        {
            SetDiscriminant(_1, 5); //~ ERROR `Option<i32>` has no variant 5
            Return()
        }
    }
}

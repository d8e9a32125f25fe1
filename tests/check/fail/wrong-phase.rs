#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "post-cleanup")]
pub fn f() -> Option<i32> {
    mir! {
        type RET = Option<i32>;
        {
            RET = Option::<i32>::None;
            SetDiscriminant(RET, 0); //~ ERROR `SetDiscriminant` is of the runtime dialect
            Return()
        }
    }
}

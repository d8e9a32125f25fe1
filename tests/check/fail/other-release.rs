#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "post-cleanup")]
pub fn f(_1: *const i32) -> *const i32 {
    mir! {
        type RET = *const i32;
        {
            RET = CopyForDeref(_1); //~ ERROR `CopyForDeref` is not in the library of rustc 1.95
            Return()
        }
    }
}

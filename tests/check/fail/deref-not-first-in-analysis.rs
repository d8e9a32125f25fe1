#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "post-cleanup")]
pub fn f(_1: (*const i32,)) -> i32 {
    mir! {
        type RET = i32;
        {
            RET = *_1.0; //~ ERROR a dereference must be a place's first step in this phase
            Return()
        }
    }
}

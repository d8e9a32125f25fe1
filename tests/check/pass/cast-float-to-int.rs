#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: f32) -> i128 {
    mir! {
        type RET = i128;
        {
            RET = _1 as i128;
            Return()
        }
    }
}

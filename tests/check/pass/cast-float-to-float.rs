#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: f64) -> f32 {
    mir! {
        type RET = f32;
        {
            RET = _1 as f32;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics, f16, f128)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: f16, _2: f128) -> f16 {
    mir! {
        type RET = f16;
        {
            RET = _1 + _1;
            Return()
        }
    }
}

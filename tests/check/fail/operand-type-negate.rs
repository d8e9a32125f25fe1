#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = -_1; //~ ERROR `-` takes a signed integer or a float, not `u32`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = _1 as u8;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: fn()) -> *const u8 {
    mir! {
        type RET = *const u8;
        {
            RET = _1 as *const u8;
            Return()
        }
    }
}

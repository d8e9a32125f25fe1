#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const [u8]) -> *const str {
    mir! {
        type RET = *const str;
        {
            RET = _1 as *const str;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> u8 {
    mir! {
        {
            RET = 1;
            RET = !RET;
            Return()
        }
    }
}

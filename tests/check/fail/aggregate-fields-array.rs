#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> [u8; 2] {
    mir! {
        type RET = [u8; 2];
        {
            RET = [1_u8, 2_u16]; //~ ERROR an element of `u8` cannot be `u16`
            Return()
        }
    }
}

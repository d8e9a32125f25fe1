#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> [u8; 3] {
    mir! {
        type RET = [u8; 3];
        {
            RET = [1_u8; 3_u8]; //~ ERROR expected a length: a literal of type `usize`
            Return()
        }
    }
}

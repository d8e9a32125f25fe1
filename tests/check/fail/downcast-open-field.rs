#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<u8>) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = Field(Variant(_1, 1), 0) + 1_u8; //~ ERROR nothing says what type this field has
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(u8);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: S) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = Field(Variant(_1, 0), 0); //~ ERROR `S` is no enum, so it has no variants
            Return()
        }
    }
}

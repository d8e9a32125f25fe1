#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S {
    pub x: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: S) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = _1.0; //~ ERROR there is no field `0` here
            Return()
        }
    }
}

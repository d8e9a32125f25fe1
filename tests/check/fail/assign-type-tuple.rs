#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) -> (u8, i8) {
    mir! {
        type RET = (u8, i8);
        {
            RET = (_1, _1); //~ ERROR a `(u8, u8)` is assigned to a place of type `(u8, i8)`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u64) {
    mir! {
        type RET = ();
        {
            match _1 {
                1_u16 => bb1, //~ ERROR a switch on `u64` has no arm of type `u16`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, overflowing_literals)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u128) {
    mir! {
        type RET = ();
        {
            match _1 {
                -1 => bb1, //~ ERROR `u128` has no negative values
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

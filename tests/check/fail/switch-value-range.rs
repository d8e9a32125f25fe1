#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) {
    mir! {
        type RET = ();
        {
            match _1 {
                256 => bb1, //~ ERROR literal out of range for `u8`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

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
                true => bb1, //~ ERROR a switch on `u64` has no arm of type `bool`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

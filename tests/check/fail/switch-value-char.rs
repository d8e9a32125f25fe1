#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: char) {
    mir! {
        type RET = ();
        {
            match _1 {
                97 => bb1, //~ ERROR a switch on `char` has no arm of type `i32`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

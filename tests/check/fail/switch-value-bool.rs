#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: bool) {
    mir! {
        type RET = ();
        {
            match _1 {
                1 => bb1, //~ ERROR a switch on `bool` has no arm of type `i32`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

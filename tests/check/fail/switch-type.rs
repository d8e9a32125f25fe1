#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const i32) {
    mir! {
        type RET = ();
        {
            match _1 { //~ ERROR a switch is on an integer, `bool` or `char`, not on `*const i32`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

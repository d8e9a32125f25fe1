#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32) {
    mir! {
        type RET = ();
        {
            match _1 { //~ ERROR two arms of the switch have the same value
                1 => bb1,
                1 => bb2,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
        bb2 = {
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i128) {
    mir! {
        type RET = ();
        {
            match _1 {
                170141183460469231731687303715884105728 => bb1, //~ ERROR literal out of range for `i128`
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

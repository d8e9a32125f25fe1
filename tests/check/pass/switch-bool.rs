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
                true => bb1,
                _ => bb2,
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

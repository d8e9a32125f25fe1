#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, overflowing_literals)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> i8 {
    mir! {
        type RET = i8;
        {
            RET = -129_i8;
            RET = 255_i8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g() -> u8 {
    mir! {
        type RET = u8;
        {
            RET = 256_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn h(_1: u8) {
    mir! {
        type RET = ();
        {
            match _1 {
                257 => bb1,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic, overflowing_literals)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> u8 {
    mir! {
        type RET = u8;
        {
            RET = -1_u8; //~ ERROR `u8` has no negative values
            Return()
        }
    }
}

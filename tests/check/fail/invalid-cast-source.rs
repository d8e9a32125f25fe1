#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) -> i8 {
    mir! {
        type RET = i8;
        {
            RET = CastTransmute::<bool, i8>(_1); //~ ERROR the cast is from `bool`, but the operand has type `u8`
            Return()
        }
    }
}

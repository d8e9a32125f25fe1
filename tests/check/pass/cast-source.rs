#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) -> i8 {
    mir! {
        type RET = i8;
        {
            RET = CastTransmute::<u8, i8>(_1);
            RET = CastTransmute::<_, i8>(_1);
            Return()
        }
    }
}

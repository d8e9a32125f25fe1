#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u64 {
    mir! {
        type RET = u64;
        {
            RET = CastTransmute::<_, u64>(_1);
            Return()
        }
    }
}

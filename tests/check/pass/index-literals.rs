#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &mut Option<u8>) -> u8 {
    mir! {
        type RET = u8;
        {
            SetDiscriminant(*_1, 1_u32);
            RET = Field::<u8>(Variant(*_1, 1_u32), 0_u32);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g() -> [u8; 3] {
    mir! {
        type RET = [u8; 3];
        {
            RET = [1_u8; 3_usize];
            Return()
        }
    }
}

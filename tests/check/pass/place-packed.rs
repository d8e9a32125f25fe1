#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(packed(1))]
pub struct P {
    pub a: u8,
    pub b: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: P) -> u32 {
    mir! {
        type RET = u32;
        let p: *const u32;
        {
            p = &raw const _1.b;
            RET = _1.b;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(packed(1))]
pub struct P {
    pub a: u8,
    pub b: u32,
}

#[custom_mir(dialect = "built")]
pub fn f(_1: P) {
    mir! {
        type RET = ();
        let r: &u8;
        {
            r = &_1.a;
            Return()
        }
    }
}

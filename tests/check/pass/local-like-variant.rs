#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum E {
    A,
    B,
}

pub enum F {
    A(u8),
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(A: F, B: u8) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = 1_u8;
            Return()
        }
    }
}

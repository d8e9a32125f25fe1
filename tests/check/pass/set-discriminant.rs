#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A,
    B,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: E) -> E {
    mir! {
        type RET = E;
        {
            RET = _1;
            SetDiscriminant(RET, 1);
            Return()
        }
    }
}

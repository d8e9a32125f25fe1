#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum E {
    _1,
    B,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: E) -> u8 { //~ ERROR the local `_1` has the name of a variant of its type
    mir! {
        type RET = u8;
        {
            RET = 1_u8;
            Return()
        }
    }
}

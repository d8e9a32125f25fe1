#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> S {
    mir! {
        type RET = S;
        {
            RET = S { a: 1_u8, b: 2_u8 }; //~ ERROR the field `b` has type `u16`, not `u8`
            Return()
        }
    }
}

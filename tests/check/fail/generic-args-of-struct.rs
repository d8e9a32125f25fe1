#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(u8);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> S {
    mir! {
        type RET = S;
        {
            RET = S::<u8>(1_u8); //~ ERROR `S` has no generic parameters
            Return()
        }
    }
}

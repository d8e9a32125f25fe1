#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(transparent)]
#[repr(transparent)]
pub struct S(u8);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: S) { //~ ERROR type `S` is kept as surface Rust
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

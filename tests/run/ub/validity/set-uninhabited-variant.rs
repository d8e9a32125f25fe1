// An enum cannot be set to a variant that no value is in.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Never {}

#[repr(u8)]
pub enum E {
    A(u8),
    B(Never),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: E;
        {
            SetDiscriminant(x, 1); //~ ERROR uninhabited
            Return()
        }
    }
}

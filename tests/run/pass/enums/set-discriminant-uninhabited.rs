// `SetDiscriminant` of a variant with a field.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Void {}

pub enum E {
    A,
    B(u8),
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        {
            e = E::A;
            SetDiscriminant(e, 1);
            Return()
        }
    }
}

// No value can be in a variant that is uninhabited.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Void {}

pub enum E {
    A,
    B(Void),
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        {
            e = E::A;
            SetDiscriminant(e, 1); //~ ERROR making an enum be in a variant that is uninhabited
            Return()
        }
    }
}

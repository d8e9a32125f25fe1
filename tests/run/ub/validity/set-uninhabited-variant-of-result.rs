// `Result` cannot be an error that cannot be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Never {}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Result<u8, Never>;
        {
            SetDiscriminant(x, 1); //~ ERROR uninhabited
            Return()
        }
    }
}

// A floating-point number must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: f64;
        let y: f64;
        {
            y = x; //~ ERROR encountered uninitialized memory, but expected a floating point number
            Return()
        }
    }
}

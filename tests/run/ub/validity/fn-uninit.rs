// A function pointer must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let f: fn();
        let g: fn();
        {
            g = f; //~ ERROR encountered uninitialized memory, but expected a function pointer
            Return()
        }
    }
}

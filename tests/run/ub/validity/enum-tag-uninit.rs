// A tag must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<u32>;
        let y: Option<u32>;
        {
            y = x; //~ ERROR at .<enum-tag>: encountered uninitialized memory, but expected a valid enum tag
            Return()
        }
    }
}

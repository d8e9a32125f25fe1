// A reference must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static u8;
        let s: &'static u8;
        {
            s = r; //~ ERROR encountered uninitialized memory, but expected a reference
            Return()
        }
    }
}

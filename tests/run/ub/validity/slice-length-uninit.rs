// A slice's length must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let s: *const [u8];
        let t: *const [u8];
        {
            t = s; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}

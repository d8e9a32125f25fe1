// Even a raw pointer must be initialized to be copied.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: *const u8;
        let y: *const u8;
        {
            y = x; //~ ERROR encountered uninitialized memory, but expected a raw pointer
            Return()
        }
    }
}

// A pointer that was never written cannot be followed.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let x: u8;
        {
            x = *p; //~ ERROR reading uninitialized memory: a pointer that is dereferenced
            Return()
        }
    }
}

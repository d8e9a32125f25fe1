// Which variant an enum is in cannot be read from uninitialized memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<u8>;
        let d: isize;
        {
            d = Discriminant(x); //~ ERROR reading uninitialized memory: an enum's tag
            Return()
        }
    }
}

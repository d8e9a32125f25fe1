// An index must be below an array's length where it is written, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let i: usize;
        {
            i = 2_usize;
            a[i] = 1_u8; //~ ERROR indexing out of bounds: the length is 2, but the index is 2
            Return()
        }
    }
}

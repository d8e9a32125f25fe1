// An empty array has no element.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 0];
        let p: *const u8;
        let i: usize;
        {
            i = 0_usize;
            p = &raw const a[i]; //~ ERROR indexing out of bounds: the length is 0, but the index is 0
            Return()
        }
    }
}

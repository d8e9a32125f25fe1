// A static array has as many elements as its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: [u8; 2] = [1_u8, 2_u8];

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static [u8; 2];
        let i: usize;
        let x: u8;
        {
            r = Static(A);
            i = 2_usize;
            x = (*r)[i]; //~ ERROR indexing out of bounds: the length is 2, but the index is 2
            Return()
        }
    }
}

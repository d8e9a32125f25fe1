// The first element of an array is copied to where it is, which is memory that overlaps.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [[u16; 3]; 2];
        let e: [u16; 3];
        let i: usize;
        {
            e = [1_u16; 3];
            a = [e; 2];
            i = 0_usize;
            a = [a[i]; 2]; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

// An index must be below the length of its array, when it is written, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 3];
        let i: usize;
        {
            a = [1_u8, 2_u8, 3_u8];
            i = 18446744073709551615_usize;
            a[i] = 9_u8; //~ ERROR indexing out of bounds
            Return()
        }
    }
}

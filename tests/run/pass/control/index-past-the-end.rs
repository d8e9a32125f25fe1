// The last index of an array.
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
        let x: u8;
        {
            a = [1_u8, 2_u8, 3_u8];
            i = 2_usize;
            x = a[i];
            Return()
        }
    }
}

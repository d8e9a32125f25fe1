// An array may repeat one of its own elements, but for the first: that one is written before the others are copied from it.
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
            i = 1_usize;
            a = [a[i]; 2];
            Return()
        }
    }
}

// An index that was never written selects nothing.
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
        let x: u8;
        {
            a = [1_u8, 2_u8];
            x = a[i]; //~ ERROR reading uninitialized memory: an index
            Return()
        }
    }
}

// An array of which one element was written is not a value yet.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [u16; 3];
        let y: [u16; 3];
        let i: usize;
        {
            i = 0_usize;
            x[i] = 1_u16;
            y = x; //~ ERROR constructing invalid value at [1]: encountered uninitialized memory
            Return()
        }
    }
}

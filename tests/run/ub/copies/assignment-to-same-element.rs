// Two indices may be one element.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [(u8, u8, u8); 2];
        let i: usize;
        let j: usize;
        {
            a = [const { (1_u8, 2_u8, 3_u8) }; 2];
            i = 1_usize;
            j = 1_usize;
            a[i] = a[j]; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

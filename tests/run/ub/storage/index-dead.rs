// An index without storage selects nothing.
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
        let y: u8;
        {
            a = [0_u8; 2];
            StorageLive(i);
            i = 0_usize;
            StorageDead(i);
            y = a[i]; //~ ERROR accessing `i`, which has no storage
            Return()
        }
    }
}

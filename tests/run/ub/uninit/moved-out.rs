// A local whose storage was renewed has forgotten what it held.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: u32;
        {
            StorageLive(x);
            x = 1_u32;
            StorageDead(x);
            StorageLive(x);
            y = x; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}

// `StorageLive` on a local that has storage gives it new storage, which is uninitialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let y: u8;
        {
            StorageLive(x);
            x = 1_u8;
            StorageLive(x);
            y = x; //~ ERROR encountered uninitialized memory
            StorageDead(x);
            Return()
        }
    }
}

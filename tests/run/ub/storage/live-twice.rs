// A local that has storage gets no other.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        {
            StorageLive(x);
            x = 1_u8;
            StorageLive(x); //~ ERROR `StorageLive` on `x`, which is live already
            StorageDead(x);
            Return()
        }
    }
}

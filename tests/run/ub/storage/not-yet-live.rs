// A local has no storage before its `StorageLive`.
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
            x = 1_u8; //~ ERROR accessing `x`, which has no storage
            StorageLive(x);
            StorageDead(x);
            Return()
        }
    }
}

// A local without storage has no address.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        {
            StorageLive(x);
            StorageDead(x);
            p = &raw const x; //~ ERROR accessing `x`, which has no storage
            Return()
        }
    }
}

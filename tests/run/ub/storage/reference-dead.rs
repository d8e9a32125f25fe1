// A local without storage cannot be borrowed.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let r: &'static u8;
        {
            StorageLive(x);
            x = 1_u8;
            StorageDead(x);
            r = &x; //~ ERROR accessing `x`, which has no storage
            Return()
        }
    }
}

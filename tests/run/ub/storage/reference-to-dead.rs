// A reference to a local is invalid when the storage has ended.
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
        let s: &'static u8;
        {
            StorageLive(x);
            x = 1_u8;
            r = &x;
            StorageDead(x);
            s = r; //~ ERROR encountered a dangling reference (use-after-free)
            Return()
        }
    }
}

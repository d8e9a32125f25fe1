// `StorageLive` on a local that has storage ends the storage that it had.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut u8;
        {
            StorageLive(x);
            p = &raw mut x;
            StorageLive(x);
            *p = 1_u8; //~ ERROR has been freed, so this pointer is dangling
            StorageDead(x);
            Return()
        }
    }
}

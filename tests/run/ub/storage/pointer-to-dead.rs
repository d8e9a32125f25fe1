// A pointer to a local dangles when the storage has ended.
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
        let y: u8;
        {
            StorageLive(x);
            x = 1_u8;
            p = &raw const x;
            StorageDead(x);
            y = *p; //~ ERROR has been freed, so this pointer is dangling
            Return()
        }
    }
}

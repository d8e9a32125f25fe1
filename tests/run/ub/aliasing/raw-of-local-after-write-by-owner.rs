// Stacked Borrows ends the raw pointers to a local when the local itself is written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let y: i32;
        {
            x = 1_i32;
            p = &raw mut x;
            x = 3_i32;
            y = *p; //~ ERROR[stacked] lost its permission
            Return()
        }
    }
}

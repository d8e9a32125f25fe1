// Stacked Borrows ends a mutable reference when its owner reads, even before its first write.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static mut i32;
        let y: i32;
        {
            x = 1_i32;
            r = &mut x;
            y = x;
            *r = 2_i32; //~ ERROR[stacked] lost its permission
            Return()
        }
    }
}

// Stacked Borrows ends raw pointers when the reference that they were made from is written through.
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
        let p: *mut i32;
        let y: i32;
        {
            x = 1_i32;
            r = &mut x;
            p = &raw mut *r;
            *p = 2_i32;
            *r = 3_i32;
            y = *p; //~ ERROR[stacked] lost its permission
            Return()
        }
    }
}

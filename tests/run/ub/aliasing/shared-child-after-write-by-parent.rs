// A write through a mutable reference ends the shared references that were made from it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let m: &'static mut i32;
        let s: &'static i32;
        let y: i32;
        {
            x = 1_i32;
            m = &mut x;
            s = &*m;
            *m = 2_i32;
            y = *s; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

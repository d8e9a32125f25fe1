// Of two mutable references to a local, one ends the other.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let a: &'static mut i32;
        let b: &'static mut i32;
        let y: i32;
        {
            x = 1_i32;
            a = &mut x;
            b = &mut x;
            *a = 2_i32; //~ ERROR[stacked] lost its permission
            y = *b; //~ ERROR[tree] is disabled there
            Return()
        }
    }
}

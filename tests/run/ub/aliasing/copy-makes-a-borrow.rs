// A copy of a mutable reference is a borrow of its own. It was the same one in custom MIR until Miri of May 2026.
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
            b = a;
            *b = 2_i32;
            *a = 3_i32;
            y = *b; //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

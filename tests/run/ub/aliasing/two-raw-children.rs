// A raw pointer is bound to the reference that it was made from: a sibling's write ends both.
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
        let p: *mut i32;
        let b: &'static mut i32;
        {
            x = 1_i32;
            a = &mut x;
            p = &raw mut *a;
            b = &mut x;
            *b = 2_i32;
            *p = 3_i32; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

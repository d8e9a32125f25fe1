// A write through a pointer from an integer ends the references that it cannot derive from.
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
        let n: usize;
        let q: *mut i32;
        let r: &'static mut i32;
        let y: i32;
        {
            x = 1_i32;
            p = &raw mut x;
            n = p as usize;
            q = n as *mut i32;
            r = &mut *p;
            *q = 2_i32;
            y = *r; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

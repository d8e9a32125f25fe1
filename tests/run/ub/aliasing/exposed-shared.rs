// An integer becomes a pointer that may do what the exposed pointers may: no more.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let p: *const i32;
        let n: usize;
        let q: *mut i32;
        {
            x = 1_i32;
            r = &x;
            p = &raw const *r;
            n = p as usize;
            q = n as *mut i32;
            *q = 2_i32; //~ ERROR[tree] forbidden
            //~^ ERROR[stacked] no exposed pointer may do this
            Return()
        }
    }
}

// A reference that is written through a pointer is a new borrow, which a dead one cannot have.
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
        let s: &'static i32;
        let p: *mut &'static i32;
        {
            x = 1_i32;
            r = &x;
            p = &raw mut s;
            x = 2_i32;
            *p = r; //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

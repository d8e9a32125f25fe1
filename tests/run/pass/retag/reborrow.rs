// A reference to what a reference points to is a new borrow, which a living one may have.
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
        let s: &'static mut i32;
        {
            x = 1_i32;
            r = &mut x;
            s = &mut *r;
            Return()
        }
    }
}

// Raw pointers to one local may take turns in any order.
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
        let q: *mut i32;
        let y: i32;
        {
            x = 1_i32;
            p = &raw mut x;
            q = &raw mut x;
            *p = 2_i32;
            *q = 3_i32;
            y = *p;
            *q = 5_i32;
            y = *p;
            Return()
        }
    }
}

// Memory overlaps itself.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [i32; 4];
        let p: *mut [i32; 4];
        let q: *mut [i32; 4];
        {
            a = [1_i32; 4];
            p = &raw mut a;
            q = p;
            *q = *p; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

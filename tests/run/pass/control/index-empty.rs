// The only element of an array.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u32; 1];
        let i: usize;
        let p: *const u32;
        {
            a = [0_u32];
            i = 0_usize;
            p = &raw const a[i];
            Return()
        }
    }
}

// A write must be aligned as its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let p: *mut u8;
        let q: *mut u32;
        let at_a: *mut [u32; 2];
        {
            a = [0_u32; 2];
            at_a = &raw mut a;
            p = at_a as *mut u8;
            p = Offset(p, 2_usize);
            q = p as *mut u32;
            *q = 1_u32; //~ ERROR pointer with alignment 2, but alignment 4 is required
            Return()
        }
    }
}

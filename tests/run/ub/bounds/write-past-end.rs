// A write must lie inside the allocation.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 3];
        let p: *mut u8;
        let at_a: *mut [u8; 3];
        {
            a = [0_u8; 3];
            at_a = &raw mut a;
            p = at_a as *mut u8;
            p = Offset(p, 3_usize);
            *p = 1_u8; //~ ERROR memory access failed: 1 byte at offset 3 of
            Return()
        }
    }
}

// An element's place behind a pointer lies in bounds, whatever the type says.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let p: *const [u8; 8];
        let q: *const u8;
        let i: usize;
        let at_a: *const [u8; 2];
        {
            i = 4_usize;
            at_a = &raw const a;
            p = at_a as *const [u8; 8];
            q = &raw const (*p)[i]; //~ ERROR in-bounds pointer arithmetic failed: 4 bytes at offset 0 of
            Return()
        }
    }
}

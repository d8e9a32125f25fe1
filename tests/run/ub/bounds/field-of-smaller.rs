// A field beyond the allocation's end cannot be reached through a pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u8,
    pub c: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const S;
        let q: *const u8;
        let at_x: *const u8;
        {
            x = 1_u8;
            at_x = &raw const x;
            p = at_x as *const S;
            q = &raw const (*p).c; //~ ERROR in-bounds pointer arithmetic failed: 2 bytes at offset 0 of
            Return()
        }
    }
}

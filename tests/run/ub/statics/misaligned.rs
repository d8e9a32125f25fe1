// A static of bytes is not aligned for more.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, align(4))]
pub struct Bytes {
    pub bytes: [u8; 8],
}

pub static A: Bytes = Bytes { bytes: [0_u8; 8] };

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static Bytes;
        let i: usize;
        let p: *const u8;
        let q: *const u32;
        let x: u32;
        {
            r = Static(A);
            i = 2_usize;
            p = &raw const (*r).bytes[i];
            q = p as *const u32;
            x = *q; //~ ERROR pointer with alignment 2, but alignment 4 is required
            Return()
        }
    }
}

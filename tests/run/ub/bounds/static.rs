// A static has as many bytes as its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: u8 = 1_u8;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static u8;
        let p: *const u8;
        let x: u8;
        {
            r = Static(A);
            p = &raw const *r;
            p = Offset(p, 1_usize);
            x = *p; //~ ERROR memory access failed: 1 byte at offset 1 of
            Return()
        }
    }
}

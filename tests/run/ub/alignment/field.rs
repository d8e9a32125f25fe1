// The pointer must be aligned for the whole struct, also where only a byte of it is read.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 3];
        let p: *const u8;
        let q: *const S;
        let x: u8;
        let at_a: *const [u32; 3];
        {
            a = [0_u32; 3];
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 1_usize);
            q = p as *const S;
            x = (*q).a; //~ ERROR but alignment 4 is required
            Return()
        }
    }
}

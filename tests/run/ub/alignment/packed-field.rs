// A pointer to a packed struct's field is as aligned as it happens to be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, packed(1))]
pub struct P {
    pub a: u8,
    pub b: u16,
    pub c: u8,
    pub d: u32,
}

#[repr(C, align(4))]
pub struct A {
    pub p: P,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: A;
        let p: *const u16;
        let y: u16;
        {
            x.p.b = 1_u16;
            p = &raw const x.p.b;
            y = *p; //~ ERROR pointer with alignment 1, but alignment 2 is required
            Return()
        }
    }
}

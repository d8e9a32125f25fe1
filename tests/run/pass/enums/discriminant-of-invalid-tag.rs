// The discriminant of a tag that was written as a number.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A,
    B,
    C,
}

pub union U {
    pub raw: u8,
    pub e: E,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let u: U;
        let d: u8;
        {
            u.raw = 2_u8;
            d = Discriminant(u.e);
            Return()
        }
    }
}

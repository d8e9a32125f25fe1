// The discriminant of an enum whose tag is no variant is Undefined Behavior.
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
            u.raw = 3_u8;
            d = Discriminant(u.e); //~ ERROR enum value has invalid tag: 0x3
            Return()
        }
    }
}

// The discriminant of an invalid tag cannot be read.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(u8)]
pub enum E {
    A = 1,
    B = 2,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const E;
        let d: u8;
        let at_x: *const u8;
        {
            x = 3_u8;
            at_x = &raw const x;
            p = at_x as *const E;
            d = Discriminant(*p); //~ ERROR enum value has invalid tag: 0x3
            Return()
        }
    }
}

// A tag of an uninhabited variant is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum Never {}

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A(u8),
    B(Never),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: E;
        {
            x = CastTransmute::<_, E>(const { [1_u8, 0_u8] });
            //~^ ERROR encountered 0x1, but expected a valid enum tag
            Return()
        }
    }
}

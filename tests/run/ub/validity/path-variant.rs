// The message names the variant in which something is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C, u8)]
pub enum E {
    A { flag: bool },
    B,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: E;
        {
            x = CastTransmute::<_, E>(const { [0_u8, 2_u8] });
            //~^ ERROR constructing invalid value at .<enum-variant(A)>.flag: encountered 0x02
            Return()
        }
    }
}

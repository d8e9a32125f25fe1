// The message names the field that is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub flags: [bool; 2],
    pub n: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        {
            x = CastTransmute::<_, S>(const { [0_u8, 7_u8, 9_u8] });
            //~^ ERROR constructing invalid value at .flags[1]: encountered 0x07
            Return()
        }
    }
}

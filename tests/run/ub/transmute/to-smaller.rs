// A transmute does not cut.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [u8; 3];
        let y: u16;
        {
            x = [0_u8; 3];
            y = CastTransmute::<_, u16>(x); //~ ERROR transmuting from 3-byte type to 2-byte type
            Return()
        }
    }
}

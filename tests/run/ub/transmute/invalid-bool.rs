// A transmute's result is valid at its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [u8; 2];
        let y: (u8, bool);
        {
            x = [5_u8, 5_u8];
            y = CastTransmute::<_, (u8, bool)>(x); //~ ERROR encountered 0x05, but expected a boolean
            Return()
        }
    }
}

// A transmute does not change the size.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: u64;
        {
            x = 1_u32;
            y = CastTransmute::<_, u64>(x); //~ ERROR transmuting from 4-byte type to 8-byte type
            Return()
        }
    }
}

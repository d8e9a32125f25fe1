// A transmute's operand is valid at its own type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: [u8; 4];
        {
            y = CastTransmute::<_, [u8; 4]>(x);
            //~^ ERROR encountered uninitialized memory, but expected an integer `u32`
            Return()
        }
    }
}

// A niche has as many values as there are variants without payload, and the others are invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<bool>;
        {
            x = CastTransmute::<_, Option<bool>>(3_u8);
            //~^ ERROR encountered 0x3, but expected a valid enum tag
            Return()
        }
    }
}

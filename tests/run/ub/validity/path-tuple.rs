// The message names the part of a tuple that is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: (bool, bool);
        {
            x = CastTransmute::<_, (bool, bool)>(const { [0_u8; 2] });
            x = CastTransmute::<_, (bool, bool)>(const { [2_u8, 2_u8] });
            //~^ ERROR constructing invalid value at .0: encountered 0x02
            Return()
        }
    }
}

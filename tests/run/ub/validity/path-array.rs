// The message names the element that is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [bool; 3];
        {
            x = CastTransmute::<_, [bool; 3]>(const { [0_u8, 1_u8, 2_u8] });
            //~^ ERROR constructing invalid value at [2]: encountered 0x02
            Return()
        }
    }
}

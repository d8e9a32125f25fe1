// The message names the payload that is invalid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [Option<(bool, char)>; 1];
        {
            x = CastTransmute::<_, [Option<(bool, char)>; 1]>(const { [2_u32, 2_u32] });
            //~^ ERROR constructing invalid value at [0].<enum-
            Return()
        }
    }
}

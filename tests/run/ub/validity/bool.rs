// A `bool` is 0 or 1.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: bool;
        {
            x = CastTransmute::<_, bool>(2_u8);
            //~^ ERROR constructing invalid value: encountered 0x02, but expected a boolean
            Return()
        }
    }
}

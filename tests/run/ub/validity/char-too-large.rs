// The largest `char` is U+10FFFF.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let c: char;
        {
            c = CastTransmute::<_, char>(1114112_u32);
            //~^ ERROR encountered 0x00110000, but expected a valid unicode scalar value
            Return()
        }
    }
}

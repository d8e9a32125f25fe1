// A surrogate is no `char`.
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
            c = CastTransmute::<_, char>(55296_u32);
            //~^ ERROR encountered 0x0000d800, but expected a valid unicode scalar value
            Return()
        }
    }
}

// A niche lies right behind the payload's values.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: Option<char>;
        {
            x = CastTransmute::<_, Option<char>>(1114113_u32);
            //~^ ERROR encountered 0x110001, but expected a valid enum tag
            Return()
        }
    }
}

// A reference leads to memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static u8;
        {
            r = CastTransmute::<_, &'static u8>(16_usize);
            //~^ ERROR encountered a dangling reference (0x10 has no provenance)
            Return()
        }
    }
}

// Two integers make no slice.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [usize; 2];
        let y: &'static [u8];
        {
            x = [64_usize, 1_usize];
            y = CastTransmute::<_, &'static [u8]>(x);
            //~^ ERROR encountered a dangling reference (0x40 has no provenance)
            Return()
        }
    }
}

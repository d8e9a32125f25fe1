// A reference is aligned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static [u32; 0];
        {
            r = CastTransmute::<_, &'static [u32; 0]>(2_usize);
            //~^ ERROR encountered an unaligned reference (required 4 byte alignment but found 2)
            Return()
        }
    }
}

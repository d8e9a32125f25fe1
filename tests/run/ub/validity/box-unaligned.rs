// A box is aligned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u32;
        let b: Box<[u32; 0]>;
        {
            b = CastTransmute::<_, Box<[u32; 0]>>(6_usize); //~ ERROR encountered an unaligned box
            Return()
        }
    }
}

// An address that was never exposed cannot be followed as an integer made into a pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let n: usize;
        let q: *const u8;
        let y: u8;
        {
            x = 1_u8;
            p = &raw const x;
            n = CastTransmute::<_, usize>(p);
            q = n as *const u8;
            y = *q; //~ ERROR as it was made from an integer and no memory there is exposed
            Return()
        }
    }
}

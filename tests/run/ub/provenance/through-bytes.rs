// Bytes that were copied as integers are no pointer any more.
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
        let b: [u8; 8];
        let q: *const u8;
        let y: u8;
        {
            x = 1_u8;
            p = &raw const x;
            b = CastTransmute::<_, [u8; 8]>(p);
            q = CastTransmute::<_, *const u8>(b);
            y = *q; //~ ERROR is a dangling pointer, as it has no provenance
            Return()
        }
    }
}

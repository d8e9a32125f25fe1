// A pointer that went through an integer by transmutes has lost its provenance.
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
            n = p as usize;
            q = CastTransmute::<_, *const u8>(n);
            y = *q; //~ ERROR is a dangling pointer, as it has no provenance
            Return()
        }
    }
}

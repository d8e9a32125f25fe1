// An integer that was a reference is none any more.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let r: &'static u8;
        let n: usize;
        {
            x = 1_u8;
            r = &x;
            n = CastTransmute::<_, usize>(r);
            r = CastTransmute::<_, &'static u8>(n); //~ ERROR encountered a dangling reference
            Return()
        }
    }
}

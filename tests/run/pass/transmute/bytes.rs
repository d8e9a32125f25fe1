// Bytes become an integer, little-endian here.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [u8; 4];
        let y: u32;
        let unit: ();
        {
            x = [1_u8, 1_u8, 0_u8, 0_u8];
            y = CastTransmute::<_, u32>(x);
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Bytes become an integer in the order of the target, of any width.
//@ on little-endian: 513 67305985
//@ on big-endian: 258 16909060
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: [u8; 2];
        let y: [u8; 4];
        let a: u16;
        let b: u32;
        {
            x = [1_u8, 2_u8];
            y = [1_u8, 2_u8, 3_u8, 4_u8];
            a = CastTransmute::<_, u16>(x);
            b = CastTransmute::<_, u32>(y);
            Call(RET = show(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

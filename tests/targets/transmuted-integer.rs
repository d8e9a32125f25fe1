// The bytes of an integer lie in the order of the target.
//@ on little-endian: 4 3 2 1
//@ on big-endian: 1 2 3 4
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug, d: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let i0: usize;
        let i1: usize;
        let i2: usize;
        let i3: usize;
        let x: u32;
        let y: [u8; 4];
        let a: u8;
        let b: u8;
        let c: u8;
        let d: u8;
        {
            i0 = 0_usize;
            i1 = 1_usize;
            i2 = 2_usize;
            i3 = 3_usize;
            x = 16909060_u32;
            y = CastTransmute::<_, [u8; 4]>(x);
            a = y[i0];
            b = y[i1];
            c = y[i2];
            d = y[i3];
            Call(RET = show(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

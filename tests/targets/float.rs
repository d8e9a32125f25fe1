// The bytes of a float lie in the order of the target.
//@ on little-endian: 0 63
//@ on big-endian: 63 0
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
        let i0: usize;
        let i7: usize;
        let x: f64;
        let y: [u8; 8];
        let a: u8;
        let b: u8;
        {
            i0 = 0_usize;
            i7 = 7_usize;
            x = 1.0_f64;
            y = CastTransmute::<_, [u8; 8]>(x);
            a = y[i0];
            b = y[i7];
            Call(RET = show(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Constants of every scalar type are what they say.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show6(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
    f: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?}");
}

const A: i8 = -128_i8;
const B: u128 = 340282366920938463463374607431768211455_u128;
const C: char = '\u{10ffff}';
const D: bool = true;
const E: f32 = f32::from_bits(0x7f800000);
const F: f64 = -0.0_f64;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = show6(A, B, C, D, E, F), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Floats become integers by truncation, NaN becomes zero, and what is too big becomes the nearest.
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

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: i32;
        let b: u8;
        let c: u8;
        let d: i64;
        let e: i128;
        let f: i32;
        let x: f64;
        let n: f32;
        {
            x = -1.9_f64;
            a = x as i32;
            b = x as u8;
            x = 1e30_f64;
            c = x as u8;
            d = x as i64;
            e = x as i128;
            n = const { f32::from_bits(0x7fc00000) };
            f = n as i32;
            Call(RET = show6(a, b, c, d, e, f), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Integers become the nearest float, and of two the even one.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: f32;
        let b: f32;
        let c: f64;
        let d: f32;
        let x: i32;
        let y: u64;
        let z: u128;
        {
            x = 16777217_i32;
            y = 18446744073709551615_u64;
            z = 340282366920938463463374607431768211455_u128;
            a = x as f32;
            b = y as f32;
            c = y as f64;
            d = z as f32;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Arithmetic rounds to the nearest, and of two to the even one.
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
        let b: f64;
        let c: f32;
        let d: f64;
        {
            a = 16777216.0_f32 + 1.0_f32;
            b = 0.1_f64 + 0.2_f64;
            c = 1.0_f32 / 3.0_f32;
            d = 5e-324_f64 / 2.0_f64;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

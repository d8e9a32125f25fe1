// The remainder of floats is exact and has the dividend's sign.
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
        let a: f64;
        let b: f64;
        let c: f32;
        let d: f64;
        {
            a = -7.5_f64 % 2.0_f64;
            b = 7.5_f64 % -2.0_f64;
            c = 1e10_f32 % 3.0_f32;
            d = 1.0_f64 % 0.0_f64;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

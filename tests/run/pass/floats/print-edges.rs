// The biggest, smallest and subnormal floats print so that they read back.
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
        let c: f64;
        let d: f32;
        {
            a = 3.4028235e38_f32;
            b = 5e-324_f64;
            c = 2.2250738585072014e-308_f64;
            d = 1e-45_f32;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

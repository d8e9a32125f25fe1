// Floats become the nearest of the other type, or infinite.
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
        let x: f64;
        let y: f32;
        {
            x = 0.1_f64;
            a = x as f32;
            x = 1e300_f64;
            b = x as f32;
            y = 0.1_f32;
            c = y as f64;
            x = -1e-300_f64;
            d = x as f32;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A half-precision float prints like the others.
#![feature(core_intrinsics, custom_mir, f16)]
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
        let a: f16;
        let b: f16;
        let c: f16;
        let d: f16;
        let x: f32;
        {
            x = 0.0078125_f32;
            d = x as f16;
            x = 0.1_f32;
            a = x as f16;
            x = 1.0_f32;
            b = x as f16;
            x = 1e9_f32;
            c = x as f16;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

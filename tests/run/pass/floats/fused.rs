// A fused multiplication and addition rounds once.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: f64;
        let b: f64;
        let x: f64;
        {
            x = 1.0000000000000002_f64;
            Call(a = core::intrinsics::fmaf64(x, x, -1.0000000000000004_f64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            b = x * x;
            b = b - 1.0000000000000004_f64;
            Call(RET = show2(a, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

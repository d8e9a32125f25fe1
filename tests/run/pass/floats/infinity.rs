// Division by zero is infinite, and infinity minus itself is NaN.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: f64;
        let b: f64;
        let c: f64;
        let z: f64;
        {
            z = 0.0_f64;
            a = 1.0_f64 / z;
            b = -1.0_f64 / z;
            c = a + b;
            Call(RET = show3(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

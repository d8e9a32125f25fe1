// Square roots are correctly rounded; those of negatives are NaN.
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
        let b: f32;
        let c: f64;
        {
            Call(a = core::intrinsics::sqrtf64(2.0_f64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::sqrtf32(2.0_f32), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::sqrtf64(-1.0_f64), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

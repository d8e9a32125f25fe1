// Minimum and maximum of a number and NaN depend on which is asked.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show5(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let n: f32;
        let a: f32;
        let b: f32;
        let c: f32;
        let d: f32;
        let e: f32;
        {
            n = const { f32::from_bits(0x7fc00000) };
            Call(a = core::intrinsics::minnumf32(n, 1.0_f32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::maxnumf32(2.0_f32, n), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::minimumf32(n, 1.0_f32), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::maximumf32(-0.0_f32, 0.0_f32), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::minnumf32(3.0_f32, -4.0_f32), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(RET = show5(a, b, c, d, e), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Return()
        }
    }
}

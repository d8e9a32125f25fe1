// Each intrinsic rounds its own way.
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
        let a: f64;
        let b: f64;
        let c: f64;
        let d: f64;
        let e: f64;
        {
            Call(a = core::intrinsics::floorf64(-2.5_f64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::ceilf64(-2.5_f64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::truncf64(-2.5_f64), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::roundf64(-2.5_f64), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::round_ties_even_f64(-2.5_f64), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(RET = show5(a, b, c, d, e), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Return()
        }
    }
}

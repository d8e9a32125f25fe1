// NaN is neither below, above nor equal to anything, itself included.
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
        let n: f32;
        let a: bool;
        let b: bool;
        let c: bool;
        let d: bool;
        {
            n = const { f32::from_bits(0x7fc00000) };
            a = n == n;
            b = n != n;
            c = n < 1.0_f32;
            d = n >= n;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// The amount of a shift may be of another type, and negative.
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
        let a: u64;
        let n: i8;
        let w: u128;
        {
            n = -4_i8;
            a = 1_u64;
            a = a << n;
            w = 3_u128;
            w = w << 100_i8;
            Call(RET = show2(a, w), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

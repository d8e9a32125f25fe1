// Integers of 128 bits compute with all of them.
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
        let a: u128;
        let b: i128;
        let c: u128;
        let d: i128;
        {
            a = 18446744073709551616_u128;
            a = a * 18446744073709551615_u128;
            c = a / 10000000000_u128;
            b = -170141183460469231731687303715884105728_i128;
            d = b % 1000_i128;
            b = b / 3_i128;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

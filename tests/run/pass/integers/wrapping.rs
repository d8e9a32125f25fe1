// Addition, subtraction and multiplication wrap around.
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
        let a: u8;
        let b: i32;
        let c: u64;
        let d: i8;
        {
            a = 200_u8;
            a = a + 100_u8;
            b = 2147483647_i32;
            b = b + 1_i32;
            c = 0_u64;
            c = c - 1_u64;
            d = -128_i8;
            d = d * -1_i8;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Division truncates towards zero; the remainder has the dividend's sign.
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
        let a: i32;
        let b: i32;
        let c: i32;
        let d: i32;
        let m: i32;
        {
            m = -7_i32;
            a = m / 2_i32;
            b = m % 2_i32;
            c = 7_i32 / -2_i32;
            d = 7_i32 % -2_i32;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

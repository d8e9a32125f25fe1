// `Checked` gives the wrapped result and whether it wrapped.
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
        let a: (i32, bool);
        let b: (u8, bool);
        let c: (i8, bool);
        let d: (u128, bool);
        {
            a = Checked(2147483647_i32 + 1_i32);
            b = Checked(3_u8 - 5_u8);
            c = Checked(11_i8 * 11_i8);
            d = Checked(1_u128 + 1_u128);
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// `!` flips every bit, and of a `bool` its only one.
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
        let c: bool;
        let d: u128;
        {
            a = 15_u8;
            a = !a;
            b = 0_i32;
            b = !b;
            c = true;
            c = !c;
            d = 0_u128;
            d = !d;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// And, or and exclusive or work bit by bit, on bools too.
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
        let b: i16;
        let c: bool;
        let d: bool;
        {
            a = 12_u8 & 10_u8;
            b = -1_i16 ^ 255_i16;
            c = true ^ true;
            d = false | true;
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

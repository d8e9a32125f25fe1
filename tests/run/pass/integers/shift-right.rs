// A right shift copies the sign where there is one.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: i8;
        let b: u8;
        let c: i128;
        {
            a = -128_i8;
            a = a >> 3_i32;
            b = 128_u8;
            b = b >> 3_i32;
            c = -1_i128;
            c = c >> 127_u8;
            Call(RET = show3(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

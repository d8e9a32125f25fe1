// Shifts take their amount modulo the width of what they shift.
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
        let a: u8;
        let b: u8;
        let c: i32;
        let d: u32;
        let n: i32;
        {
            a = 1_u8;
            b = a << 9_u8;
            n = -1_i32;
            d = 1_u32 << n;
            c = 8_i32 >> 33_u64;
            Call(RET = show3(b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

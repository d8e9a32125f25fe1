// The wrapping intrinsics wrap.
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
        let b: i64;
        let c: i128;
        {
            Call(a = core::intrinsics::wrapping_add(250_u8, 10_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::wrapping_sub(-9223372036854775808_i64, 1_i64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::wrapping_mul(170141183460469231731687303715884105727_i128, 2_i128), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

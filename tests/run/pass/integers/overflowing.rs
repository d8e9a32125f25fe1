// The overflowing intrinsics say whether the result wrapped.
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
        let a: (u8, bool);
        let b: (i64, bool);
        let c: (i128, bool);
        {
            Call(a = core::intrinsics::add_with_overflow(250_u8, 10_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::sub_with_overflow(0_i64, 1_i64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::mul_with_overflow(-170141183460469231731687303715884105728_i128, -1_i128), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

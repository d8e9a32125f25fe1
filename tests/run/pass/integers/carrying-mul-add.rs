// `carrying_mul_add` gives the low and the high half of a product and two sums.
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
        let a: (u8, u8);
        let b: (u64, u64);
        let c: (u8, i8);
        {
            Call(a = core::intrinsics::carrying_mul_add(255_u8, 255_u8, 255_u8, 255_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::carrying_mul_add(18446744073709551615_u64, 2_u64, 3_u64, 4_u64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::carrying_mul_add(-128_i8, 127_i8, -1_i8, 0_i8), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

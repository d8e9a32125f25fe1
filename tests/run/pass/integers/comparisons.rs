// Comparisons look at the sign where there is one.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show6(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
    f: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: bool;
        let b: bool;
        let c: bool;
        let d: bool;
        let e: bool;
        let f: bool;
        {
            a = -1_i8 < 1_i8;
            b = 255_u8 < 1_u8;
            c = 3_u128 >= 3_u128;
            d = -170141183460469231731687303715884105728_i128 <= 0_i128;
            e = 1_u64 == 1_u64;
            f = 'a' != 'b';
            Call(RET = show6(a, b, c, d, e, f), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

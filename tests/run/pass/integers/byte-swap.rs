// `bswap` and `bitreverse` mirror bytes and bits.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show5(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u16;
        let b: i32;
        let c: u8;
        let d: u8;
        let e: u128;
        {
            Call(a = core::intrinsics::bswap(258_u16), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::bswap(1_i32), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::bswap(7_u8), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::bitreverse(1_u8), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::bitreverse(1_u128), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(RET = show5(a, b, c, d, e), ReturnTo(bb6), UnwindContinue())
        }
        bb6 = {
            Return()
        }
    }
}

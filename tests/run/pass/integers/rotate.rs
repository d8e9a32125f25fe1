// Rotations bring what falls off back in, and take any amount.
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
        let b: u8;
        let c: u32;
        let d: u128;
        {
            Call(a = core::intrinsics::rotate_left(129_u8, 1_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::rotate_right(129_u8, 9_u32), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::rotate_left(1_u32, 32_u32), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::rotate_right(1_u128, 1_u32), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(RET = show4(a, b, c, d), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}

// Hints about likelihood change nothing.
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
        let a: bool;
        let b: bool;
        let c: u8;
        let d: u32;
        {
            Call(a = core::intrinsics::likely(false), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::unlikely(true), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = core::intrinsics::cold_path(), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(c = core::intrinsics::select_unpredictable(b, 1_u8, 2_u8), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(d = core::intrinsics::black_box(7_u32), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Assume(b);
            Call(RET = core::intrinsics::assume(b), ReturnTo(bb6), UnwindUnreachable())
        }
        bb6 = {
            Call(RET = show4(a, b, c, d), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Return()
        }
    }
}

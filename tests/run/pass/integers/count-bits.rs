// Counts of ones and zeros are right at every width.
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
        let a: u32;
        let b: u32;
        let c: u32;
        let d: u32;
        let e: u32;
        let f: u32;
        {
            Call(a = core::intrinsics::ctpop(-1_i128), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::ctlz(1_u16), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::cttz(0_u8), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::ctlz(0_i64), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::cttz_nonzero(8_i32), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(f = core::intrinsics::ctlz_nonzero(-1_i8), ReturnTo(bb6), UnwindUnreachable())
        }
        bb6 = {
            Call(RET = show6(a, b, c, d, e, f), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Return()
        }
    }
}

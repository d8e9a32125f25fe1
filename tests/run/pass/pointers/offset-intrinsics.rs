// Offsets by intrinsics agree; `arith_offset` may leave and come back.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: [u16;
        4];
        let p: *const u16;
        let q: *const [u16;
        4];
        let r: *const u16;
        let a: u16;
        let b: u16;
        let i: isize;
        {
            x = [1_u16, 2_u16, 3_u16, 4_u16];
            q = &raw const x;
            p = CastPtrToPtr::<_, *const u16>(q);
            Call(r = core::intrinsics::offset(p, 2_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            a = *r;
            Call(r = core::intrinsics::arith_offset(r, 1000_isize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(r = core::intrinsics::arith_offset(r, -1001_isize), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            b = *r;
            Call(RET = show2(a, b), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

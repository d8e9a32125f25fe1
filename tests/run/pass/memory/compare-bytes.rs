// Bytes compare by the first that differs.
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
        let a: [u8;
        3];
        let b: [u8;
        3];
        let pa: *const [u8;
        3];
        let pb: *const [u8;
        3];
        let p: *const u8;
        let q: *const u8;
        let x: i32;
        let y: i32;
        let c: bool;
        let d: bool;
        let ra: &'static [u8;
        3];
        let rb: &'static [u8;
        3];
        let e: bool;
        {
            a = [1_u8, 2_u8, 200_u8];
            b = [1_u8, 2_u8, 3_u8];
            pa = &raw const a;
            pb = &raw const b;
            p = CastPtrToPtr::<_, *const u8>(pa);
            q = CastPtrToPtr::<_, *const u8>(pb);
            Call(x = core::intrinsics::compare_bytes(p, q, 3_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(y = core::intrinsics::compare_bytes(p, q, 2_usize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            c = x > 0_i32;
            d = y == 0_i32;
            ra = &a;
            rb = &b;
            Call(e = core::intrinsics::raw_eq(ra, rb), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(c, d, e), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

// A copy may overlap, in both directions.
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
        let a: [u8;
        5];
        let b: [u8;
        5];
        let pa: *mut [u8;
        5];
        let p: *mut u8;
        let q: *mut u8;
        let c: *const u8;
        let d: *const u8;
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8, 5_u8];
            pa = &raw mut a;
            p = CastPtrToPtr::<_, *mut u8>(pa);
            q = Offset(p, 1_usize);
            c = CastPtrToPtr::<_, *const u8>(p);
            d = CastPtrToPtr::<_, *const u8>(q);
            Call(RET = core::intrinsics::copy(c, q, 4_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            b = a;
            Call(RET = core::intrinsics::copy(d, p, 4_usize), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(b, a), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

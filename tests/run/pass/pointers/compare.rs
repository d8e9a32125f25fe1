// Pointers compare by address, and wide ones by length too.
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
        let x: [u8;
        4];
        let p: *const u8;
        let q: *const u8;
        let a: bool;
        let b: bool;
        let c: bool;
        let r: *const [u8;
        4];
        let w: *const [u8];
        let v: *const [u8];
        let d: bool;
        {
            x = [0_u8; 4];
            r = &raw const x;
            p = CastPtrToPtr::<_, *const u8>(r);
            q = Offset(p, 1_usize);
            a = p == q;
            b = p < q;
            c = p == p;
            w = CastUnsize::<_, *const [u8]>(r);
            Call(v = core::intrinsics::aggregate_raw_ptr::<*const [u8], *const u8, usize>(p, 3_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            d = w == v;
            Call(RET = show4(a, b, c, d), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

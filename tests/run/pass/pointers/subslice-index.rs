// A slice that begins within an array is indexed from there.
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
        let p: *const [u8;
        5];
        let q: *const u8;
        let s: *const [u8];
        let r: &'static [u8];
        let i: usize;
        let x: u8;
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8, 5_u8];
            p = &raw const a;
            q = CastPtrToPtr::<_, *const u8>(p);
            q = Offset(q, 2_usize);
            Call(s = core::intrinsics::aggregate_raw_ptr::<*const [u8], *const u8, usize>(q, 3_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            r = &(*s);
            i = 2_usize;
            x = (*r)[i];
            Call(RET = show2(r, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A pointer may point just past the end.
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
        let n: isize;
        let m: usize;
        {
            x = [1_u16; 4];
            q = &raw const x;
            p = CastPtrToPtr::<_, *const u16>(q);
            r = Offset(p, 4_usize);
            Call(n = core::intrinsics::ptr_offset_from(p, r), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(m = core::intrinsics::ptr_offset_from_unsigned(r, p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(n, m), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// Fields of a `repr(C)` struct are in order, at offsets that alignment says.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone)]
#[repr(C)]
struct S {
    a: u8,
    b: u32,
    c: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let p: *const u8;
        let q: *const u8;
        let r: *const u8;
        let x: isize;
        let y: isize;
        let pa: *const u8;
        let pb: *const u32;
        let n: usize;
        let ps: *const S;
        {
            s = S { a: 1_u8, b: 2_u32, c: 3_u8 };
            ps = &raw const s;
            p = CastPtrToPtr::<_, *const u8>(ps);
            pb = &raw const s.b;
            q = CastPtrToPtr::<_, *const u8>(pb);
            r = &raw const s.c;
            Call(x = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(y = core::intrinsics::ptr_offset_from(r, p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(n = core::intrinsics::size_of_val(ps), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(x, y, n), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

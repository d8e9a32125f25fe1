// Fields of a packed struct are read and written where they lie.
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

#[derive(Copy, Clone)]
#[repr(C, packed)]
struct S {
    a: u8,
    b: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let x: u32;
        let p: *const u32;
        let y: u32;
        let ps: *const S;
        let n: usize;
        let a: usize;
        {
            s = S { a: 1_u8, b: 2_u32 };
            x = s.b;
            s.b = 7_u32;
            p = &raw const s.b;
            Call(y = core::intrinsics::unaligned_volatile_load(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            ps = &raw const s;
            Call(n = core::intrinsics::size_of_val(ps), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(a = core::intrinsics::align_of_val(ps), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show4(x, y, n, a), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

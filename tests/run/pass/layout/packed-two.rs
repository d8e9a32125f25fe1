// `packed(2)` aligns by no more than two.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(C, packed(2))]
struct S {
    a: u8,
    b: u64,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let ps: *const S;
        let n: usize;
        let a: usize;
        let b: u64;
        {
            s = S { a: 1_u8, b: 2_u64 };
            ps = &raw const s;
            Call(n = core::intrinsics::size_of_val(ps), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(a = core::intrinsics::align_of_val(ps), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            b = (*ps).b;
            Call(RET = show3(n, a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

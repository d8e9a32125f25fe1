// `align` rounds the size up, and places values so.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone)]
#[repr(align(32))]
struct S(u8);

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let ps: *const S;
        let n: usize;
        let a: usize;
        let m: usize;
        {
            s = S(1_u8);
            ps = &raw const s;
            Call(n = core::intrinsics::size_of_val(ps), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(a = core::intrinsics::align_of_val(ps), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            m = ps as usize;
            m = m % 32_usize;
            Call(RET = show3(n, a, m), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// `ptr_guaranteed_cmp` at run time is a comparison.
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
        let x: u8;
        let p: *const u8;
        let a: u8;
        let b: u8;
        let q: *const u8;
        {
            p = &raw const x;
            Call(a = core::intrinsics::ptr_guaranteed_cmp(p, p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            q = const { 1_usize as *const u8 };
            Call(b = core::intrinsics::ptr_guaranteed_cmp(p, q), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// The size of a slice follows from its length.
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
        let x: [u32;
        3];
        let p: *const [u32];
        let q: *const [u32;
        3];
        let n: usize;
        let a: usize;
        {
            x = [1_u32; 3];
            q = &raw const x;
            p = CastUnsize::<_, *const [u32]>(q);
            Call(n = core::intrinsics::size_of_val(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(a = core::intrinsics::align_of_val(p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(n, a), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

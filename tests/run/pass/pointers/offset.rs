// `Offset` moves by elements, backwards too.
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
        let a: u16;
        let b: u16;
        let i: isize;
        {
            x = [1_u16, 2_u16, 3_u16, 4_u16];
            q = &raw const x;
            p = CastPtrToPtr::<_, *const u16>(q);
            p = Offset(p, 3_usize);
            a = *p;
            i = -2_isize;
            p = Offset(p, i);
            b = *p;
            Call(RET = show2(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

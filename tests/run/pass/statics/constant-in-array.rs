// A static array of references is indexed and followed.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

static A: [&'static u8; 2] = [&1_u8, &2_u8];

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: &'static [&'static u8;
        2];
        let i: usize;
        let s: &'static u8;
        let x: u8;
        {
            r = Static(A);
            i = 1_usize;
            s = (*r)[i];
            x = *s;
            Call(RET = show2(x, r), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

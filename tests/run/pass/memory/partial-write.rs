// A value may be initialized part by part.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: (u8, [u16;
        2]);
        let i: usize;
        {
            a.0 = 1_u8;
            i = 0_usize;
            (a.1)[i] = 2_u16;
            i = 1_usize;
            (a.1)[i] = 3_u16;
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// An array of arrays is indexed twice.
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
        let a: [[u8;
        2];
        3];
        let i: usize;
        let j: usize;
        let r: [u8;
        2];
        {
            r = [1_u8, 2_u8];
            a = [r; 3];
            i = 2_usize;
            j = 1_usize;
            a[i][j] = 9_u8;
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

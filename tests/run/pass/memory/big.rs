// A value of many bytes is copied whole.
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
        let a: [u64;
        1000];
        let b: [u64;
        1000];
        let i: usize;
        let x: u64;
        let y: u64;
        {
            a = [7_u64; 1000];
            i = 999_usize;
            a[i] = 8_u64;
            b = a;
            x = b[i];
            i = 0_usize;
            y = b[i];
            Call(RET = show2(x, y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

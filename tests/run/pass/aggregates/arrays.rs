// Arrays are built, repeated, read and written by index.
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

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u16;
        3];
        let b: [u8;
        4];
        let i: usize;
        let x: u16;
        let e: [u8;
        0];
        {
            a = [1_u16, 2_u16, 3_u16];
            i = 1_usize;
            x = a[i];
            a[i] = 20_u16;
            b = [7_u8; 4];
            e = const { [] as [u8; 0] };
            Call(RET = show4(a, b, x, e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Values without a size are read and written anywhere aligned.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
struct Z;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut [u32;
        0];
        let z: [u32;
        0];
        let q: *mut Z;
        let n: usize;
        let s: Z;
        {
            n = 8_usize;
            p = n as *mut [u32; 0];
            z = *p;
            n = 1_usize;
            q = n as *mut Z;
            *q = Z;
            s = *q;
            Call(RET = show2(z, s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// An exposed address gives access to all of its allocation.
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
        let p: *mut [u32;
        3];
        let n: usize;
        let q: *mut u32;
        let y: u32;
        {
            x = [1_u32, 2_u32, 3_u32];
            p = &raw mut x;
            n = p as usize;
            n = n + 8_usize;
            q = n as *mut u32;
            y = *q;
            *q = 30_u32;
            Call(RET = show2(x, y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

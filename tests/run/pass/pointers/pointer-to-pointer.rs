// A pointer in memory is followed in two steps.
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
        let x: i32;
        let p: *mut i32;
        let pp: *mut *mut i32;
        let q: *mut i32;
        {
            x = 1_i32;
            p = &raw mut x;
            pp = &raw mut p;
            q = *pp;
            *q = 9_i32;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

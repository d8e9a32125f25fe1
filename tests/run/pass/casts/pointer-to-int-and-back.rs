// A pointer whose address was exposed comes back from the address.
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
        let n: usize;
        let q: *mut i32;
        let r: i32;
        {
            x = 1_i32;
            p = &raw mut x;
            n = p as usize;
            q = n as *mut i32;
            *q = 7_i32;
            r = x;
            Call(RET = show(r), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

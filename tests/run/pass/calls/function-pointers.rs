// Function pointers call what they point to, wherever they are kept.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn add(_1: i32, _2: i32) -> i32 {
    mir! {
        type RET = i32;
        {
            RET = _1 + _2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn mul(_1: i32, _2: i32) -> i32 {
    mir! {
        type RET = i32;
        {
            RET = _1 * _2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let t: [fn(i32, i32) -> i32;
        2];
        let f: fn(i32, i32) -> i32;
        let g: fn(i32, i32) -> i32;
        let i: usize;
        let a: i32;
        let b: i32;
        {
            f = const { add as fn(i32, i32) -> i32 };
            g = const { mul as fn(i32, i32) -> i32 };
            t = [f, g];
            i = 1_usize;
            Call(a = (t[i])(6_i32, 7_i32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = f(6_i32, 7_i32), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

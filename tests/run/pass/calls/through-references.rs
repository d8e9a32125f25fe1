// A callee writes through a mutable reference.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut u32, _2: &u32) {
    mir! {
        type RET = ();
        let x: u32;
        {
            x = *_2;
            *_1 = x + 1_u32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u32;
        let b: u32;
        let r: &'static mut u32;
        let s: &'static u32;
        {
            a = 1_u32;
            b = 5_u32;
            r = &mut a;
            s = &b;
            Call(RET = f(r, s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show2(a, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

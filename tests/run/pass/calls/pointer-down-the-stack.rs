// A pointer to a caller's local is good in every callee.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn down(_1: *mut u32, _2: u32) {
    mir! {
        type RET = ();
        let n: u32;
        let x: u32;
        {
            match _2 { 0 => done, _ => more }
        }
        done = {
            Return()
        }
        more = {
            x = *_1;
            *_1 = x + _2;
            n = _2 - 1_u32;
            Call(RET = down(_1, n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let p: *mut u32;
        {
            x = 0_u32;
            p = &raw mut x;
            Call(RET = down(p, 10_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

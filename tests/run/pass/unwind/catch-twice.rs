// After a panic was caught the next one can be.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

fn fail() { panic!() }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn attempt(_1: *mut u8) {
    mir! {
        type RET = ();
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn caught(_1: *mut u8, _2: *mut u8) {
    mir! {
        type RET = ();
        let n: u8;
        {
            n = *_1;
            *_1 = n + 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: i32;
        let a: fn(*mut u8);
        let c: fn(*mut u8, *mut u8);
        let p: *mut u8;
        let x: u8;
        {
            a = const { attempt as fn(*mut u8) };
            c = const { caught as fn(*mut u8, *mut u8) };
            x = 0_u8;
            p = &raw mut x;
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show2(r, x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

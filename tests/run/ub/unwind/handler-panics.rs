// The handler of `catch_unwind` must not panic.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

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
        {
            Call(RET = fail(), ReturnTo(bb1), UnwindContinue())
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
        let r: i32;
        let a: fn(*mut u8);
        let c: fn(*mut u8, *mut u8);
        let p: *mut u8;
        let x: u8;
        {
            a = const { attempt as fn(*mut u8) };
            c = const { caught as fn(*mut u8, *mut u8) };
            p = &raw mut x;
            Call(r = core::intrinsics::catch_unwind(a, p, c), ReturnTo(bb1), UnwindContinue()) //~ ERROR unwinding past a call
        }
        bb1 = {
            Return()
        }
    }
}

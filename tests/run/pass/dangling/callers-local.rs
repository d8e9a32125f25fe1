// A caller's local is there while the callee runs.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn set(_1: *mut i32) {
    mir! {
        type RET = ();
        {
            *_1 = 2_i32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let unit: ();
        {
            x = 1_i32;
            p = &raw mut x;
            Call(unit = set(p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(unit = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// Where the arguments are is found out before any is moved, so what a moved pointer points to can be passed with it.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn add(_1: *const u32, _2: u32, _3: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = *_1;
            RET = RET + _2;
            RET = RET + _3;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let i: usize;
        let p: *const u32;
        let sum: u32;
        {
            a = [3_u32, 4_u32];
            i = 1_usize;
            p = &raw const a[i];
            Call(sum = add(Move(p), (*p), a[i]), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(sum), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A function item is a value without a size, and can be called.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn next(_1: u8) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = _1 + 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f;
        let x: u8;
        {
            f = next;
            Call(x = f(4_u8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

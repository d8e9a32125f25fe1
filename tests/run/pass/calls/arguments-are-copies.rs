// A callee that changes its argument does not change the caller's.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: [u8; 2]) -> u8 {
    mir! {
        type RET = u8;
        let i: usize;
        {
            i = 0_usize;
            _1[i] = 9_u8;
            RET = _1[i];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8;
        2];
        let x: u8;
        {
            a = [1_u8, 2_u8];
            Call(x = f(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show2(a, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

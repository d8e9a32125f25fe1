// Constants may be addresses, pointers to statics and functions.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

static mut S: u8 = 3_u8;
const A: *const u8 = 8_usize as *const u8;
const B: *mut u8 = &raw mut S;
const C: fn(u8) -> u8 = next as fn(u8) -> u8;

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
        let a: *const u8;
        let n: usize;
        let b: *mut u8;
        let x: u8;
        let c: fn(u8) -> u8;
        {
            a = A;
            n = a as usize;
            b = B;
            x = *b;
            c = C;
            Call(x = c(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show2(n, x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

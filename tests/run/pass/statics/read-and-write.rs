// Statics keep what is written to them, across calls.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

static A: i32 = 5_i32;
static mut B: [u8; 2] = [1_u8, 2_u8];

#[custom_mir(dialect = "runtime", phase = "initial")]
fn bump() {
    mir! {
        type RET = ();
        let p: *mut [u8;
        2];
        let i: usize;
        let x: u8;
        {
            p = StaticMut(B);
            i = 1_usize;
            x = (*p)[i];
            x = x + 10_u8;
            (*p)[i] = x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: &'static i32;
        let a: i32;
        let p: *mut [u8;
        2];
        let b: [u8;
        2];
        {
            r = Static(A);
            a = *r;
            Call(RET = bump(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = bump(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            p = StaticMut(B);
            b = *p;
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

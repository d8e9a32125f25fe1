// A surface `main` calls functions with constants.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn add(_1: u8, _2: u8) {
    mir! {
        type RET = ();
        let x: u8;
        {
            x = _1 + _2;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn pair(_1: (i32, bool), _2: [u8; 2]) {
    mir! {
        type RET = ();
        {
            Call(RET = show2(_1, _2), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn text(_1: &str) {
    mir! {
        type RET = ();
        let n: usize;
        {
            n = PtrMetadata(_1);
            Call(RET = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}
fn main() {
    add(1_u8, 2_u8);
    pair((3_i32, true), [4_u8, 5_u8]);
    text("text");
}

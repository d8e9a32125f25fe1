// Functions may call each other.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn even(_1: u32) -> bool {
    mir! {
        type RET = bool;
        let n: u32;
        {
            match _1 { 0 => yes, _ => more }
        }
        yes = {
            RET = true;
            Return()
        }
        more = {
            n = _1 - 1_u32;
            Call(RET = odd(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn odd(_1: u32) -> bool {
    mir! {
        type RET = bool;
        let n: u32;
        {
            match _1 { 0 => no, _ => more }
        }
        no = {
            RET = false;
            Return()
        }
        more = {
            n = _1 - 1_u32;
            Call(RET = even(n), ReturnTo(bb1), UnwindContinue())
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
        let a: bool;
        let b: bool;
        {
            Call(a = even(101_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = even(100_u32), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// Each call has locals of its own.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn factorial(_1: u64) -> u64 {
    mir! {
        type RET = u64;
        let rest: u64;
        let n: u64;
        {
            match _1 { 0 => one, _ => more }
        }
        one = {
            RET = 1_u64;
            Return()
        }
        more = {
            n = _1 - 1_u64;
            Call(rest = factorial(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            RET = _1 * rest;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        {
            Call(x = factorial(20_u64), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

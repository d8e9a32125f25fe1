// A tail call takes its caller's place, however often.
#![feature(core_intrinsics, custom_mir, explicit_tail_calls)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn sum(_1: u32, _2: u64) -> u64 {
    mir! {
        type RET = u64;
        let n: u32;
        let x: u64;
        {
            match _1 { 0 => done, _ => more }
        }
        done = {
            RET = _2;
            Return()
        }
        more = {
            x = _1 as u64;
            x = _2 + x;
            n = _1 - 1_u32;
            TailCall(sum(n, x))
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        {
            Call(x = sum(50000_u32, 0_u64), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

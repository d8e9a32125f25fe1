// An inner loop starts anew in each round of the outer.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let i: u32;
        let j: u32;
        let n: u32;
        let go: bool;
        {
            n = 0_u32;
            i = 0_u32;
            Goto(outer)
        }
        outer = {
            go = i < 7_u32;
            match go { true => start, _ => done }
        }
        start = {
            j = 0_u32;
            Goto(inner)
        }
        inner = {
            go = j < i;
            match go { true => body, _ => next }
        }
        body = {
            n = n + 1_u32;
            j = j + 1_u32;
            Goto(inner)
        }
        next = {
            i = i + 1_u32;
            Goto(outer)
        }
        done = {
            Call(RET = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

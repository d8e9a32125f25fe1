// A loop runs until its condition fails.
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
        let a: u64;
        let b: u64;
        let t: u64;
        let go: bool;
        {
            i = 0_u32;
            a = 0_u64;
            b = 1_u64;
            Goto(head)
        }
        head = {
            go = i < 90_u32;
            match go { true => body, _ => done }
        }
        body = {
            t = a + b;
            a = b;
            b = t;
            i = i + 1_u32;
            Goto(head)
        }
        done = {
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

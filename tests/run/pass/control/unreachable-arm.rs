// An unreachable block is no matter until it is reached.
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
        let b: bool;
        {
            b = true;
            match b { true => good, _ => bad }
        }
        good = {
            Call(RET = show(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
        bad = {
            Unreachable()
        }
    }
}

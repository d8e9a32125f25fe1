// A quadruple-precision float prints.
#![feature(core_intrinsics, custom_mir, f128)]
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
        let a: f128;
        let x: f32;
        {
            x = 1.5_f32;
            a = x as f128;
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Unsigned division rounds down.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let shown: ();
        {
            x = 5_u8 / 2_u8;
            Call(shown = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

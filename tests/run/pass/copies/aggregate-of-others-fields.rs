// The parts of an aggregate may come from another of its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: (u32, u32);
        let b: (u32, u32);
        let unit: ();
        {
            a = (1_u32, 2_u32);
            b = (a.1, a.0);
            Call(unit = show(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

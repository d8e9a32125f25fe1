// A struct may be written field by field, and be copied then.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct S {
    pub a: u8,
    pub b: u32,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let y: S;
        let z: u32;
        let unit: ();
        {
            x.a = 1_u8;
            x.b = 2_u32;
            y = x;
            z = y.b;
            Call(unit = show(z), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

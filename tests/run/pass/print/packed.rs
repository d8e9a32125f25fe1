// A packed struct prints its fields.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(packed)]
struct S {
    a: u8,
    b: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        {
            s = S { a: 1_u8, b: 70000_u32 };
            Call(RET = show(s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Discriminants of 64 bits are kept whole.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(u64)]
enum E {
    A = 1,
    B(u8) = 1099511627776,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let d: u64;
        {
            e = E::B(3_u8);
            d = Discriminant(e);
            Call(RET = show2(e, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

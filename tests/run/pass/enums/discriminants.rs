// Discriminants are what the enum says, or one more than the last.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(i16)]
enum E {
    A = -5,
    B,
    C = 300,
    D,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: E;
        let b: i16;
        let c: E;
        let d: i16;
        let e: i16;
        {
            a = E::B;
            b = Discriminant(a);
            a = E::A;
            d = Discriminant(a);
            c = E::D;
            e = Discriminant(c);
            Call(RET = show4(b, c, d, e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

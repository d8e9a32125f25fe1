// The discriminant of a niched enum counts variants.
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
enum E {
    A(char, u8),
    B(u8),
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let a: isize;
        let b: isize;
        let c: isize;
        let x: u8;
        {
            e = E::A('x', 1_u8);
            a = Discriminant(e);
            e = E::B(2_u8);
            b = Discriminant(e);
            x = Field::<u8>(Variant(e, 1), 0);
            e = E::C;
            c = Discriminant(e);
            Call(RET = show4(a, b, c, x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

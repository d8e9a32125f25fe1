// The discriminant of an enum without a `repr` is an `isize`.
//@ on all: -1 1 -1
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Clone, Copy)]
enum E {
    Less = -1,
    Same,
    More,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: E;
        let y: E;
        let a: isize;
        let b: isize;
        let c: i128;
        {
            x = E::Less;
            y = E::More;
            a = Discriminant(x);
            b = Discriminant(y);
            c = a as i128;
            Call(RET = show(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

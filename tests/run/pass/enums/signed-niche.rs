// Negative discriminants keep apart in a niche.
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
#[repr(i8)]
enum Sign {
    Minus = -1,
    Zero,
    Plus,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: Sign;
        let o: Option<Sign>;
        let n: Option<Sign>;
        let d: isize;
        let x: i8;
        {
            s = Sign::Minus;
            o = Option::<Sign>::Some(s);
            n = Option::<Sign>::None;
            d = Discriminant(n);
            s = Field::<Sign>(Variant(o, 1), 0);
            x = Discriminant(s);
            Call(RET = show4(o, n, d, x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// An option of a reference is read through the niche.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show5(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let o: Option<&'static i32>;
        let d: isize;
        let n: Option<&'static i32>;
        let f: isize;
        let y: i32;
        {
            x = 4_i32;
            r = &x;
            o = Option::<&'static i32>::Some(r);
            d = Discriminant(o);
            n = Option::<&'static i32>::None;
            f = Discriminant(n);
            r = Field::<&'static i32>(Variant(o, 1), 0);
            y = *r;
            Call(RET = show5(d, f, y, o, n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

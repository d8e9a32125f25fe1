// Values print through every level of structs, enums, tuples and arrays.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
struct Inner {
    a: [u8; 2],
    b: Option<char>,
}
#[derive(Copy, Clone, Debug)]
enum Outer {
    Empty,
    Tuple(Inner, ()),
    Named { it: (Inner,) },
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let i: Inner;
        let o: Outer;
        let p: Outer;
        let t: (Inner,);
        let a: [u8;
        2];
        let c: Option<char>;
        let u: ();
        {
            a = [1_u8, 2_u8];
            c = Option::<char>::Some('x');
            i = Inner { a: a, b: c };
            u = ();
            o = Outer::Tuple(i, u);
            t = (i,);
            p = Outer::Named { it: t };
            Call(RET = show(o), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(p), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            p = Outer::Empty;
            Call(RET = show(p), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// The niche may lie deep in a struct.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
struct Deep {
    a: u32,
    b: (u16, Option<char>),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let d: Deep;
        let o: Option<Deep>;
        let p: Option<Option<Deep>>;
        let t: (u16, Option<char>);
        let c: Option<char>;
        {
            c = Option::<char>::None;
            t = (1_u16, c);
            d = Deep { a: 2_u32, b: t };
            o = Option::<Deep>::Some(d);
            p = Option::<Option<Deep>>::Some(o);
            Call(RET = show(p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            o = Option::<Deep>::None;
            p = Option::<Option<Deep>>::Some(o);
            Call(RET = show(p), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            p = Option::<Option<Deep>>::None;
            Call(RET = show(p), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

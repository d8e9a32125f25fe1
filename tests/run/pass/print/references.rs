// A reference prints what it refers to, however often.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let s: &'static &'static i32;
        let o: Option<&'static &'static i32>;
        {
            x = -4_i32;
            r = &x;
            s = &r;
            o = Option::<&'static &'static i32>::Some(s);
            Call(RET = show3(r, s, o), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

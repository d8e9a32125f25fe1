// Tuples hold each part apart, however deep.
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
        let a: (u8, (i32, bool));
        let b: (u8,);
        let c: ();
        {
            c = ();
            a = const { (1_u8, (2_i32, true)) };
            (a.1).0 = 7_i32;
            a.0 = 9_u8;
            b = (a.0,);
            Call(RET = show3(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A packed field is copied to and from an aligned place.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone)]
#[repr(C, packed)]
struct S {
    a: u8,
    b: (u32, u16),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: S;
        let t: (u32, u16);
        let x: u16;
        {
            t = (1_u32, 2_u16);
            s = S { a: 9_u8, b: t };
            (s.b).1 = 5_u16;
            t = s.b;
            x = (s.b).1;
            Call(RET = show2(t, x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

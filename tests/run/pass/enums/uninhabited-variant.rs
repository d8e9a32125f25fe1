// A variant that cannot be takes no part in the others.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
enum Never {
}
#[derive(Copy, Clone, Debug)]
enum E {
    A(u8),
    B(Never, u16),
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let d: isize;
        let f: isize;
        {
            e = E::A(1_u8);
            d = Discriminant(e);
            Call(RET = show2(e, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            e = E::C;
            f = Discriminant(e);
            Call(RET = show2(e, f), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

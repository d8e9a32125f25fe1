// An enum with one variant has a discriminant too.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
enum E {
    Only(u8),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let d: isize;
        {
            e = E::Only(3_u8);
            d = Discriminant(e);
            SetDiscriminant(e, 0);
            Call(RET = show2(e, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Only what is read of a union must be initialized.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

union U {
    a: u8,
    b: u64,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let u: U;
        let a: u8;
        let v: U;
        let w: u8;
        {
            u = U { a: 3_u8 };
            v = u;
            a = u.a;
            w = v.a;
            Call(RET = show2(a, w), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

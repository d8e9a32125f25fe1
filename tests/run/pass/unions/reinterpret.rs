// A union's fields share their bytes.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

union U {
    a: u32,
    b: f32,
    c: [u8; 4],
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let u: U;
        let b: f32;
        let c: [u8;
        4];
        let a: u32;
        let i: usize;
        {
            u = U { a: 1065353216_u32 };
            b = u.b;
            c = u.c;
            i = 3_usize;
            u.c[i] = 64_u8;
            a = u.a;
            Call(RET = show3(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

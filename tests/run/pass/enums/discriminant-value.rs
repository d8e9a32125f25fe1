// The intrinsic reads the discriminant behind a reference.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
#[repr(i8)]
enum E {
    A = -3,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let r: &'static E;
        let d: i8;
        let n: i32;
        let p: &'static i32;
        let z: u8;
        {
            e = E::A;
            r = &e;
            Call(d = core::intrinsics::discriminant_value(r), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            n = 5_i32;
            p = &n;
            Call(z = core::intrinsics::discriminant_value(p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(d, z), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

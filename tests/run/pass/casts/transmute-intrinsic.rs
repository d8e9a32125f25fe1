// The intrinsic transmutes as the cast does.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u64;
        let b: [u16;
        4];
        {
            Call(a = core::intrinsics::transmute::<f64, u64>(-1.5_f64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::transmute_unchecked::<u64, [u16; 4]>(a), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

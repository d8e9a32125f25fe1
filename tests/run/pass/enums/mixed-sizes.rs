// Variants of all sizes share their memory.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
enum E {
    Small(u8),
    Big([u64; 3]),
    Mixed { a: u16, b: f64, c: bool },
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let a: [u64;
        3];
        {
            e = E::Small(1_u8);
            Call(RET = show(e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            a = [1_u64, 2_u64, 3_u64];
            e = E::Big(a);
            Call(RET = show(e), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            e = E::Mixed { a: 1_u16, b: 2.5_f64, c: true };
            Call(RET = show(e), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

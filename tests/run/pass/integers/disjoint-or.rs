// `disjoint_bitor` of bits that do not meet is their union.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u8;
        {
            Call(a = core::intrinsics::disjoint_bitor(12_u8, 3_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

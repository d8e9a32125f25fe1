// A result may go to a part of a place.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn five() -> u8 {
    mir! {
        type RET = u8;
        {
            RET = 5_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [(u8, u8);
        2];
        let i: usize;
        let t: (u8, u8);
        {
            t = (1_u8, 2_u8);
            a = [t; 2];
            i = 1_usize;
            Call(a[i].1 = five(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

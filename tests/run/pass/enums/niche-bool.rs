// The niche of a bool holds two more variants.
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
        let a: Option<Option<bool>>;
        let b: Option<bool>;
        let n: u8;
        let m: u8;
        let k: u8;
        {
            b = Option::<bool>::None;
            a = Option::<Option<bool>>::Some(b);
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            b = Option::<bool>::Some(false);
            a = Option::<Option<bool>>::Some(b);
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            a = Option::<Option<bool>>::None;
            Call(RET = show(a), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

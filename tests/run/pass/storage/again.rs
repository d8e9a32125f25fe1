// A local may get storage again after its storage has ended.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let unit: ();
        {
            StorageLive(x);
            x = 1_u8;
            StorageDead(x);
            StorageLive(x);
            x = 2_u8;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            StorageDead(x);
            Return()
        }
    }
}

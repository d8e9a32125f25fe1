// A loop need not end a local's storage before it begins it again.
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
        let i: u8;
        let b: bool;
        let unit: ();
        {
            i = 0_u8;
            Goto(again)
        }
            again = {
            StorageLive(x);
            x = i;
            i = x + 1_u8;
            b = i < 3_u8;
            match b { true => again, _ => end }
        }
            end = {
            StorageDead(x);
            Call(unit = show(i), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

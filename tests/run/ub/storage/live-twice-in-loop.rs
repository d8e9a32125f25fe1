// A loop that does not end a local's storage begins it again.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let i: u8;
        let b: bool;
        {
            i = 0_u8;
            Goto(again)
        }
            again = {
            StorageLive(x); //~ ERROR `StorageLive` on `x`, which is live already
            i = i + 1_u8;
            b = i < 2_u8;
            match b { true => again, _ => end }
        }
            end = {
            StorageDead(x);
            Return()
        }
    }
}

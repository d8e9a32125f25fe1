// The arm of a `match` that leads to `Unreachable` must not be taken.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        {
            x = 3_u8;
            match x { 0 => bb1, 1 => bb1, _ => bb2 }
        }
        bb1 = {
            Return()
        }
        bb2 = {
            Unreachable() //~ ERROR entering unreachable code
        }
    }
}

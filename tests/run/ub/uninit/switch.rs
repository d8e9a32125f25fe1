// A switch needs an initialized value.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        {
            match x { 0 => bb1, _ => bb2 } //~ ERROR encountered uninitialized memory
        }
        bb1 = {
            Return()
        }
        bb2 = {
            Return()
        }
    }
}

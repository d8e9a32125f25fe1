// A place of an uninhabited type holds no value to copy.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum Never {}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: (u8, Never);
        let y: (u8, Never);
        {
            x.0 = 1_u8;
            y = x; //~ ERROR a value of an uninhabited type
            Return()
        }
    }
}

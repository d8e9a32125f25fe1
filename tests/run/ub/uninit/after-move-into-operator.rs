// The operand of an operator must be initialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let y: u8;
        {
            y = 1_u8 + x; //~ ERROR encountered uninitialized memory
            Return()
        }
    }
}

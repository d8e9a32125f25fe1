// An operator's operand must be valid.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const bool;
        let b: bool;
        let at_x: *const u8;
        {
            x = 3_u8;
            at_x = &raw const x;
            p = at_x as *const bool;
            b = !*p; //~ ERROR encountered 0x03, but expected a boolean
            Return()
        }
    }
}

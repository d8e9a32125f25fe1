// The parts of an aggregate are written one after the other: a pointer to it that is not its own name is of no use, by Stacked Borrows, once the first is.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let p: *const u8;
        let at_a: *const [u8; 2];
        {
            a = [1_u8, 2_u8];
            at_a = &raw const a;
            p = at_a as *const u8;
            a = [0_u8, *p]; //~ ERROR[stacked] lost its permission
            Return()
        }
    }
}

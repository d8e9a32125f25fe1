// Reading a `bool` checks that it is one.
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
            x = 255_u8;
            at_x = &raw const x;
            p = at_x as *const bool;
            b = *p; //~ ERROR encountered 0xff, but expected a boolean
            Return()
        }
    }
}

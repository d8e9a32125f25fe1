// A switch checks the value that it branches on.
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
        let at_x: *const u8;
        {
            x = 2_u8;
            at_x = &raw const x;
            p = at_x as *const bool;
            match *p { true => bb1, _ => bb2 } //~ ERROR encountered 0x02, but expected a boolean
        }
        bb1 = {
            Return()
        }
        bb2 = {
            Return()
        }
    }
}

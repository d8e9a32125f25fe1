// An address that happens to be a multiple of the alignment does not count.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u16; 2];
        let at_a: *const [u16; 2];
        let q: *const u32;
        let x: u32;
        {
            a = [0_u16; 2];
            at_a = &raw const a;
            q = at_a as *const u32;
            x = *q; //~ ERROR pointer with alignment 2, but alignment 4 is required
            Return()
        }
    }
}

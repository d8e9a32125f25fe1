// An integer that is an address of nothing leads nowhere.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let q: *const u8;
        let n: usize;
        let y: u8;
        {
            n = 8_usize;
            q = n as *const u8;
            y = *q; //~ ERROR as it was made from an integer and no memory there is exposed
            Return()
        }
    }
}

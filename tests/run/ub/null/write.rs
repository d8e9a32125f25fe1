// Null cannot be written.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        {
            p = const { 0_usize as *mut u8 };
            *p = 1_u8; //~ ERROR memory access failed: null pointer
            Return()
        }
    }
}

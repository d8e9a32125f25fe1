// A field of what is at null is nowhere.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const (u8, u8);
        let q: *const u8;
        let x: u8;
        {
            p = const { 0_usize as *const (u8, u8) };
            x = (*p).0; //~ ERROR memory access failed: null pointer
            Return()
        }
    }
}

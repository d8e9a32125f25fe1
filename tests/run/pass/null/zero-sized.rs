// A zero-sized read of null is fine.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const ();
        let x: ();
        {
            p = const { 0_usize as *const () };
            x = *p;
            Return()
        }
    }
}

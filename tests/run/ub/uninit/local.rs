// A local that was never written cannot be copied.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let y: i32;
        {
            y = x; //~ ERROR encountered uninitialized memory, but expected an integer `i32`
            Return()
        }
    }
}

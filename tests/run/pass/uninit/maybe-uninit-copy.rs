// A `MaybeUninit` may be copied while it is uninitialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: core::mem::MaybeUninit<u32>;
        let y: core::mem::MaybeUninit<u32>;
        {
            y = x;
            x = y;
            Return()
        }
    }
}

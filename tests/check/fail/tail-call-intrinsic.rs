// rustc accepts: it does not look, though `become` of an intrinsic is an error in surface Rust
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            TailCall(core::intrinsics::bswap(_1)) //~ ERROR an intrinsic cannot be tail-called
        }
    }
}

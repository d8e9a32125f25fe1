#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub extern "C" fn g(_1: [u64; 3]) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = 1_u32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub extern "C" fn f(_1: [u64; 3]) -> u32 {
    mir! {
        type RET = u32;
        {
            TailCall(g(Move(_1))) //~ ERROR a tail call of an `extern "C"` function takes scalars
        }
    }
}

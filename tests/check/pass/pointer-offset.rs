#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const u32, _2: isize) -> *const u32 {
    mir! {
        type RET = *const u32;
        {
            RET = Offset(_1, _2);
            Return()
        }
    }
}

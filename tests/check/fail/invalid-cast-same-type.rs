#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32) -> i32 {
    mir! {
        type RET = i32;
        {
            RET = _1 as i32; //~ ERROR `i32` cannot be cast to `i32` in this way
            Return()
        }
    }
}

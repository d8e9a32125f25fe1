#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i32) -> bool {
    mir! {
        type RET = bool;
        {
            RET = _1 as bool; //~ ERROR `i32` cannot be cast to `bool` in this way
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(_1: *const i32) -> bool {
    mir! {
        type RET = bool;
        {
            RET = _1 == _1; //~ ERROR a `const fn` cannot compare pointers
            Return()
        }
    }
}

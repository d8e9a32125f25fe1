#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        {
            RET = --2147483648; //~ ERROR literal out of range for `i32`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(_1: *const i32) -> usize {
    mir! {
        type RET = usize;
        {
            RET = _1 as usize; //~ ERROR a `const fn` cannot turn a pointer into an integer
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(_1: *const i32) -> *const i32 {
    mir! {
        type RET = *const i32;
        {
            RET = Offset(_1, 1_isize); //~ ERROR a `const fn` cannot move pointers by `Offset`
            Return()
        }
    }
}

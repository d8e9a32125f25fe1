#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const [i32]) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = Discriminant(*_1); //~ ERROR values of type `[i32]` have no size that is known from the type
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: i8) -> char {
    mir! {
        type RET = char;
        {
            RET = _1 as char; //~ ERROR `i8` cannot be cast to `char` in this way
            Return()
        }
    }
}

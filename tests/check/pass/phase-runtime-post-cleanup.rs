#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "post-cleanup")]
pub fn f(_1: i32) -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        {
            a = _1 + 1_i32;
            RET = a;
            Return()
        }
    }
}

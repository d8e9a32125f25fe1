#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: [i32; 3]) -> i32 {
    mir! {
        type RET = i32;
        let i: i32;
        {
            i = 0_i32;
            RET = _1[i]; //~ ERROR an index has type `usize`, not `i32`
            Return()
        }
    }
}

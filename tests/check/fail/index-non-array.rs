#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &[i32; 3]) -> i32 {
    mir! {
        type RET = i32;
        let i: usize;
        {
            i = 0_usize;
            RET = _1[i]; //~ ERROR `&[i32; 3]` cannot be indexed
            Return()
        }
    }
}

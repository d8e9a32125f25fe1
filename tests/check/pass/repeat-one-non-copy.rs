#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: S) -> [S; 1] {
    mir! {
        type RET = [S; 1];
        {
            RET = [Move(_1); 1];
            Return()
        }
    }
}

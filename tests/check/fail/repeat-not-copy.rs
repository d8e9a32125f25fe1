#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: S) -> [S; 3] {
    mir! {
        type RET = [S; 3];
        {
            RET = [Move(_1); 3]; //~ ERROR `S` is not `Copy`, so it cannot be repeated
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: [S; 2]) -> S {
    mir! {
        type RET = S;
        let i: usize;
        {
            i = 0_usize;
            RET = Move(_1[i]); //~ ERROR nothing can be moved out of an array by index
            Return()
        }
    }
}

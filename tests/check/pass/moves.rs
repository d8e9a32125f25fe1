#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: S) -> S {
    mir! {
        type RET = S;
        let a: S;
        {
            a = Move(_1);
            RET = Move(a);
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: (S, S)) {
    mir! {
        type RET = ();
        let a: S;
        let b: (S, S);
        {
            a = Move(_1.0);
            b = Move(_1); //~ ERROR `_1` may have been moved, at least in part
            Return()
        }
    }
}

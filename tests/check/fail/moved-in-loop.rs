#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

#[custom_mir(dialect = "built")]
pub fn f(_1: S) -> S {
    mir! {
        type RET = S;
        let a: S;
        {
            Goto(bb1)
        }
        bb1 = {
            a = Move(_1); //~ ERROR `_1` may have been moved, at least in part
            Goto(bb1)
        }
    }
}

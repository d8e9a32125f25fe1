#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: bool) -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        {
            match _1 {
                true => bb1,
                _ => bb2,
            }
        }
        bb1 = {
            a = 1_i32;
            Goto(bb2)
        }
        bb2 = {
            RET = a; //~ ERROR `a` may not be initialized
            Return()
        }
    }
}

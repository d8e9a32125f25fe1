#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            match _1 {
                0 => bb2,
                _ => bb1,
            }
        }
        bb1 = {
            Call(RET = f(0_u32), ReturnTo(bb3), UnwindContinue())
        }
        bb2 = {
            RET = 1_u32;
            Return()
        }
        bb3 = {
            Return()
        }
    }
}

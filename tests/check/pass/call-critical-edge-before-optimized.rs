#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn id(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "post-cleanup")]
pub fn f(_1: i32) -> u32 {
    mir! {
        type RET = u32;
        {
            match _1 {
                1 => bb3,
                _ => bb1,
            }
        }
        bb1 = {
            Return()
        }
        bb2 (cleanup) = {
            UnwindResume()
        }
        bb3 = {
            Call(RET = id(1_u32), ReturnTo(bb1), UnwindCleanup(bb2))
        }
    }
}

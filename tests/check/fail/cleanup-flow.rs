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

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = id(1_u32), ReturnTo(bb1), UnwindCleanup(bb4))
        }
        bb1 = {
            Call(RET = id(1_u32), ReturnTo(bb2), UnwindCleanup(bb5))
        }
        bb2 = {
            Call(RET = id(1_u32), ReturnTo(bb3), UnwindCleanup(bb6))
        }
        bb3 = {
            Return()
        }
        bb4 (cleanup) = { //~ ERROR the cleanup that begins with `bb4` leads to both `bb5` and `bb6`
            match _1 {
                0 => bb5,
                _ => bb6,
            }
        }
        bb5 (cleanup) = {
            UnwindResume()
        }
        bb6 (cleanup) = {
            UnwindResume()
        }
    }
}

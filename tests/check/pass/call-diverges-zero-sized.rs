#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: fn(u32) -> !) -> [u32; 0] {
    mir! {
        type RET = [u32; 0];
        {
            Call(RET = _1(1_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "optimized")]
pub fn g(_1: fn(u32) -> !) {
    mir! {
        type RET = ();
        let _2: !;
        {
            Call(_2 = _1(1_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

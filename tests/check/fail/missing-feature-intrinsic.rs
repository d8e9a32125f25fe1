#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = core::intrinsics::unchecked_funnel_shl(_1, _1, 1_u32), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR the intrinsic `unchecked_funnel_shl` is unstable
        }
        bb1 = {
            Return()
        }
    }
}

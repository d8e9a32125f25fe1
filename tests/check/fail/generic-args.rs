#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: f32) -> f32 {
    mir! {
        type RET = f32;
        {
            Call(RET = core::intrinsics::bswap(_1), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `bswap` takes an integer type, not `f32`
        }
        bb1 = {
            Return()
        }
    }
}

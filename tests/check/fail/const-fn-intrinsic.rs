#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(_1: f32) -> f32 {
    mir! {
        type RET = f32;
        {
            Call(RET = core::intrinsics::sqrtf32(_1), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR a `const fn` calls only `const` functions
        }
        bb1 = {
            Return()
        }
    }
}

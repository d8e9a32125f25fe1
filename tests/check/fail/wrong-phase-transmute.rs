#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: i32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = CastTransmute::<_, u32>(_1);
            //~^ ERROR `CastTransmute` must not be there before borrow checking is past
            Return()
        }
    }
}

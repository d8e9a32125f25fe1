#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: f32) -> (f32, bool) {
    mir! {
        type RET = (f32, bool);
        {
            RET = Checked(_1 + _1); //~ ERROR `+` takes two integers of one type, not `f32` and `f32`
            Return()
        }
    }
}

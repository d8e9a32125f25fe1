#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "post-cleanup")]
pub fn f(_1: &i32, _2: &i32) -> &i32 {
    mir! {
        type RET = &i32; //~ ERROR nothing says how long the reference that `f` returns is valid
        {
            RET = _1;
            Return()
        }
    }
}

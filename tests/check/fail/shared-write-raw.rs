#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: *const i32) {
    mir! {
        type RET = ();
        {
            *_1 = 1_i32; //~ ERROR nothing can be changed behind a `&` or `*const`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: &i32) {
    mir! {
        type RET = ();
        let p: *mut i32;
        {
            p = &raw mut *_1; //~ ERROR nothing can be changed behind a `&` or `*const`
            Return()
        }
    }
}

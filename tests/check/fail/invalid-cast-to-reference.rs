#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: usize) -> *mut &'static u8 {
    mir! {
        type RET = *mut &'static u8;
        {
            RET = _1 as *mut &'static u8; //~ ERROR rustc does not read `as` to a type that mentions a reference
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: core::cell::UnsafeCell<u8>) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = _1.value; //~ ERROR the fields of `core::cell::UnsafeCell<u8>` are private
            Return()
        }
    }
}

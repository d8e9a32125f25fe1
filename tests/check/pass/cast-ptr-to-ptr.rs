#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const [u8]) -> *mut u8 {
    mir! {
        type RET = *mut u8;
        {
            RET = CastPtrToPtr::<_, *mut u8>(_1);
            Return()
        }
    }
}

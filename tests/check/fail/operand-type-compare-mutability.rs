#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const u8, _2: *mut u8) -> bool {
    mir! {
        type RET = bool;
        {
            RET = _1 == _2;
            //~^ ERROR `==` takes two scalars or raw pointers of one type, not `*const u8` and `*mut u8`
            Return()
        }
    }
}

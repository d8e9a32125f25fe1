#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const u8, _2: i32) -> *const u8 {
    mir! {
        type RET = *const u8;
        {
            RET = Offset(_1, _2);
            //~^ ERROR `Offset` takes a thin raw pointer and an `isize` or `usize`, not `*const u8` and `i32`
            Return()
        }
    }
}

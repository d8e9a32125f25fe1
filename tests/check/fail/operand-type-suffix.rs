#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> *const u8 {
    mir! {
        type RET = *const u8;
        {
            RET = const { 4_str as *const u8 }; //~ ERROR `str` is no suffix of an integer
            //~^ ERROR expected a name
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> Option<u8> {
    mir! {
        type RET = Option<u8>;
        {
            RET = Option::<u8>::Some::<u8>(1_u8); //~ ERROR there are no generic parameters here
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &u8, _2: &u8) -> &u8 { //~ ERROR nothing says how long the reference that is returned is valid
    mir! {
        type RET = &'static u8;
        {
            RET = _1;
            Return()
        }
    }
}

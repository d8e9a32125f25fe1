#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "analysis")]
pub fn f(_1: &u8) -> &'static u8 { //~ ERROR lifetimes with names are not in the model
    mir! {
        type RET = &u8;
        {
            RET = _1;
            Return()
        }
    }
}

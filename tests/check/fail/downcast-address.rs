#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<(u8, u8)>) -> *const u8 {
    mir! {
        type RET = *const u8;
        {
            RET = &raw const Field::<(u8, u8)>(Variant(_1, 1), 0).1; //~ ERROR rustc takes this for a value, not for a place
            Return()
        }
    }
}

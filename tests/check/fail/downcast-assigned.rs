#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<u8>) {
    mir! {
        type RET = ();
        {
            Field::<u8>(Variant(_1, 1), 0) = 1_u8; //~ ERROR rustc takes this for a value, not for a place
            Return()
        }
    }
}

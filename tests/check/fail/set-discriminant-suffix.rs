#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &mut Option<u8>) {
    mir! {
        type RET = ();
        {
            SetDiscriminant(*_1, 1_u8); //~ ERROR expected an index: a literal of type `u32`
            Return()
        }
    }
}

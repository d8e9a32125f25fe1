#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) {
    mir! {
        type RET = ();
        let _2: u8;
        {
            _2 = Move::<u8, u8>(_1); //~ ERROR this function is written without generic arguments
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<u8>) {
    mir! {
        type RET = ();
        let _2: i8;
        {
            _2 = Field::<i8>(Variant(_1, 1), 0); //~ ERROR the field has type `u8`, not `i8`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f<'a>(_1: &'a u8) {
    mir! {
        type RET = ();
        let _2: for<'a> fn(&'a u8); //~ ERROR the lifetime `'a` is declared twice
        {

            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &(u8, u8)) {
    mir! {
        type RET = ();
        debug x => _1;
        debug y => (*_1).0;
        debug z => 5_i32;
        {
            Return()
        }
    }
}

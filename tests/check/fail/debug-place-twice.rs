#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "built")]
pub fn f(_1: u8) {
    mir! {
        type RET = ();
        let _2: u8;
        debug a => _1;
        debug b => _1; //~ ERROR `_1` is another source variable already
        {
            _2 = 1_u8;
            Return()
        }
    }
}

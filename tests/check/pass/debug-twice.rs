#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) {
    mir! {
        type RET = ();
        let _2: u8;
        debug a => _1;
        debug b => _1;
        {
            _2 = 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "built")]
pub fn g(_1: (u8, u8)) {
    mir! {
        type RET = ();
        let _2: u8;
        debug a => _1.0;
        debug b => _1.0;
        debug c => _1;
        debug c => _1;
        {
            _2 = 1_u8;
            Return()
        }
    }
}

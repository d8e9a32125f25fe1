#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f<'a>(_1: &'a u8, _2: &u8) -> &'a u8 {
    mir! {
        type RET = &'a u8;
        let _3: &'a u8;
        let _4: &'_ u8;
        let _5: for<'b> fn(&'b u8) -> &'b u8;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g(_1: &u8) -> &u8 {
    mir! {
        type RET = &u8;
        {
            RET = _1;
            Return()
        }
    }
}

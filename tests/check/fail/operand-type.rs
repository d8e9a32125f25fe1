#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: bool) -> bool {
    mir! {
        type RET = bool;
        {
            RET = _1 + _1; //~ ERROR `+` takes two numbers of one type, not `bool` and `bool`
            Return()
        }
    }
}

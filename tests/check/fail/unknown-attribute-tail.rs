#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
#[allow(dead_code)-]
pub fn f() { //~ ERROR the attribute `#[allow(dead_code)-]` is not known
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

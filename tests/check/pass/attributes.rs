#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
#[inline(never)]
#[cold]
#[no_mangle]
pub fn f() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

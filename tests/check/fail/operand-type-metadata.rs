#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: usize) {
    mir! {
        type RET = ();
        {
            RET = PtrMetadata(_1); //~ ERROR `PtrMetadata` takes a raw pointer or reference, not `usize`
            Return()
        }
    }
}

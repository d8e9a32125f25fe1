#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        {
            Goto(bb1) //~ ERROR `bb1` is a cleanup block, which only a panic reaches
        }
        bb1 (cleanup) = {
            UnwindResume()
        }
    }
}

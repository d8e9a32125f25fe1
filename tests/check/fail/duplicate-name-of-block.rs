#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let bb1: i32;
        {
            bb1 = 1_i32;
            Goto(bb1)
        }
        bb1 = { //~ ERROR the name `bb1` is used more than once in this function
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
const C: i32 = 1_i32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let C: i32; //~ ERROR the local `C` has the name of an item
        {
            C = 1_i32;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: for<'a> fn(&'a u8) -> &'a u8;
        let _2: for<'a, 'b> fn(&'a u8) -> &'b u8; //~ ERROR the result has the lifetime `'b`, which no parameter has
        {

            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: for<-'b> fn(&'b u8) -> &'b u8; //~ ERROR expected a lifetime
        {

            Return()
        }
    }
}

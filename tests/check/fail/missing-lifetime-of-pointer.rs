#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: fn(&u8) -> &u8;
        let _2: fn(u8) -> &u8; //~ ERROR nothing says how long the reference that is returned is valid
        {

            Return()
        }
    }
}

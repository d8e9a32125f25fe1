#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
use core::cell::Cell;
use core::mem;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: mem::MaybeUninit<u8>;
        let _2: mem::Cell<u8>; //~ ERROR unknown type `mem::Cell`
        {

            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
use core::mem;
use core::cell::Cell;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: core::mem::MaybeUninit<u8>;
        let _2: std::mem::MaybeUninit<u8>;
        let _3: mem::ManuallyDrop<u8>;
        let _4: Cell<u8>;
        let _5: core::option::Option<u8>;
        let _6: std::boxed::Box<u8>;
        {

            Return()
        }
    }
}

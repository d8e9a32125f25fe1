#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        let a: i32;
        {
            StorageLive(a);
            a = 1_i32;
            RET = a;
            StorageDead(a);
            Return()
        }
    }
}

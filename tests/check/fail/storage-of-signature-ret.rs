// rustc accepts: it does not look, though MIR that it builds never says this
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        {
            RET = 1_i32;
            StorageDead(RET); //~ ERROR the return place and the arguments always have storage
            Return()
        }
    }
}

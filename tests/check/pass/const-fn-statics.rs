#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static X: u32 = 1_u32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f() -> u32 {
    mir! {
        type RET = u32;
        let p: &'static u32;
        {
            p = Static(X);
            RET = *p;
            Return()
        }
    }
}

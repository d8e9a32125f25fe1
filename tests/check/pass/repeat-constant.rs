#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

pub const C: S = S(1_i32);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> [S; 3] {
    mir! {
        type RET = [S; 3];
        {
            RET = [C; 3];
            Return()
        }
    }
}

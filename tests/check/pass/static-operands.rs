#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;
pub static A: i32 = 1_i32;
pub static mut B: i32 = 2_i32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> i32 {
    mir! {
        type RET = i32;
        let p: &'static i32;
        let q: *mut i32;
        {
            p = Static(A);
            q = StaticMut(B);
            *q = *p;
            RET = *q;
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32); //~ ERROR `f` cannot drop `S`
impl Drop for S { fn drop(&mut self) { f(self) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &mut S) -> i32 {
    mir! {
        type RET = i32;
        {
            RET = 1_i32;
            Return()
        }
    }
}

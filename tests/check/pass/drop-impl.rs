#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct D(i32);
impl Drop for D { fn drop(&mut self) { g(self) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g(_1: &mut D) {
    mir! {
        type RET = ();
        {
            (*_1).0 = 1_i32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: D) {
    mir! {
        type RET = ();
        {
            Drop(_1, ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

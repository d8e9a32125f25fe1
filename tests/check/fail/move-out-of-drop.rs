#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(i32);

pub struct D(S);
impl Drop for D { fn drop(&mut self) { g(self) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g(_1: &mut D) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "analysis", phase = "initial")]
pub fn f(_1: D) -> S {
    mir! {
        type RET = S;
        {
            RET = Move(_1.0); //~ ERROR nothing can be moved out of `D`, which implements `Drop`
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct S(i32); //~ ERROR `S` cannot be `Copy`, because it implements `Drop`
impl Drop for S { fn drop(&mut self) { f(self) } }

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &mut S) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

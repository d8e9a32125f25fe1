#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S(u8);
impl Drop for S { fn drop(&mut self) { f(self) } }
impl Drop for S { fn drop(&mut self) { f(self) } } //~ ERROR `S` has a `Drop` implementation already

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut S) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

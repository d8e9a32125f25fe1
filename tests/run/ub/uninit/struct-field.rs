// A struct of which one field was written is not a value yet.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u8,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let y: S;
        {
            x.a = 1_u8;
            y = x; //~ ERROR constructing invalid value at .b: encountered uninitialized memory
            Return()
        }
    }
}

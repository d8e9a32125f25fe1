// The discriminant of an uninitialized enum is Undefined Behavior.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A,
    B,
    C,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let d: u8;
        {
            d = Discriminant(e); //~ ERROR reading uninitialized memory
            Return()
        }
    }
}

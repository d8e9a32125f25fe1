// A C struct is memory, even if it is one scalar.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Copy, Clone)]
#[repr(C)]
pub struct S(pub u64);

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: S;
        {
            a = S(1_u64);
            a = a; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

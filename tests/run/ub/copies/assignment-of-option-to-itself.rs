// An enum is memory if one of its variants leaves a scalar uninitialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: Option<u32>;
        {
            a = const { Option::<u32>::Some(1_u32) };
            a = a; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

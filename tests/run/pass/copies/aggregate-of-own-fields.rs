// An aggregate may be made of its own scalars: each is read before it is written. Which value the others then have, nobody should ask.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: (u32, u32);
        {
            a = (1_u32, 2_u32);
            a = (a.1, a.0);
            Return()
        }
    }
}

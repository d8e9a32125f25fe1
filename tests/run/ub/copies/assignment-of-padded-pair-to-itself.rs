// Two scalars with padding between or behind them are copied as memory, and memory is not copied onto itself.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: (u8, u32);
        {
            a = (1_u8, 2_u32);
            a = a; //~ ERROR assigning between overlapping ranges
            Return()
        }
    }
}

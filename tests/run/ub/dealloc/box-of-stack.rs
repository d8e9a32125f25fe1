// A box of a local cannot be dropped.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *mut u8;
        let b: Box<u8>;
        {
            x = 1_u8;
            p = &raw mut x;
            b = CastTransmute::<_, Box<u8>>(p);
            Drop(b, ReturnTo(dropped), UnwindContinue()) //~ ERROR which is stack memory
        }
            dropped = {
            Return()
        }
    }
}

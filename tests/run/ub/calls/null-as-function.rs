// A function pointer is never null.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn();
        {
            f = CastTransmute::<_, fn()>(0_usize); //~ ERROR constructing invalid value
            Return()
        }
    }
}

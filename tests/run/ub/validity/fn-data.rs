// A pointer to data is no function pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const u8;
        let f: fn();
        {
            p = &raw const x;
            f = CastTransmute::<_, fn()>(p); //~ ERROR but expected a function pointer
            Return()
        }
    }
}

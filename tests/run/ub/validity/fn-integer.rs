// An integer is no function pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let f: fn();
        {
            f = CastTransmute::<_, fn()>(16_usize);
            //~^ ERROR encountered 0x10, which has no provenance, but expected a function pointer
            Return()
        }
    }
}

// A function pointer is not null; that it points to a function, only a call needs. Miri asked of every copy before. Here it is an integer.
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

            Return()
        }
    }
}

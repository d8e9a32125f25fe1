// What may be uninitialized becomes an integer only when it is not.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: core::mem::MaybeUninit<u16>;
        let y: u16;
        {
            y = CastTransmute::<_, u16>(x);
            //~^ ERROR encountered uninitialized memory, but expected an integer `u16`
            Return()
        }
    }
}

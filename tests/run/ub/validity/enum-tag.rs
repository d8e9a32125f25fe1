// An enum's tag is one of its variants'.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(u8)]
pub enum E {
    A,
    B,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let e: E;
        {
            e = CastTransmute::<_, E>(2_u8);
            //~^ ERROR at .<enum-tag>: encountered 0x2, but expected a valid enum tag
            Return()
        }
    }
}

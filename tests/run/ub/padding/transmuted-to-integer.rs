// Padding makes an integer uninitialized.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct S {
    pub a: u8,
    pub b: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let n: u32;
        {
            x = S { a: 1_u8, b: 2_u16 };
            n = CastTransmute::<_, u32>(x);
            //~^ ERROR encountered uninitialized memory, but expected an integer `u32`
            Return()
        }
    }
}

// A packed struct has no padding, so it may become an integer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
#[repr(C, packed(1))]
pub struct S {
    pub a: u8,
    pub b: u16,
    pub c: u8,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: S;
        let n: u32;
        let unit: ();
        {
            x = S { a: 1_u8, b: 0_u16, c: 0_u8 };
            n = CastTransmute::<_, u32>(x);
            Call(unit = show(n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A packed struct's fields are read and written at any address.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C, packed(1))]
pub struct P {
    pub a: u8,
    pub b: u32,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: P;
        let p: *mut P;
        let y: u32;
        let unit: ();
        {
            x.a = 1_u8;
            p = &raw mut x;
            (*p).b = 7_u32;
            y = (*p).b;
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A function from a table must be called as what it is.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn a(_1: u8) -> u8 {
    mir! {
        type RET = u8;
        {
            RET = _1 + 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn b(_1: u16) -> u16 {
    mir! {
        type RET = u16;
        {
            RET = _1 + 2_u16;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let table: [fn(u8) -> u8; 2];
        let i: usize;
        let g: fn(u8) -> u8;
        let f: fn(u8) -> u8;
        let x: u8;
        {
            g = CastTransmute::<_, fn(u8) -> u8>(const { b as fn(u16) -> u16 });
            f = const { a as fn(u8) -> u8 };
            table = [f, g];
            i = 1_usize;
            f = table[i];
            Call(x = f(1_u8), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 1 of type `u8`, but it has type `u16`
        }
        bb1 = {
            Return()
        }
    }
}

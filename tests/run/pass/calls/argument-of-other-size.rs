// A `u32` is returned like a `char`, if it is one.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn id(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(char) -> char;
        let x: char;
        {
            f = CastTransmute::<_, fn(char) -> char>(const { id as fn(u32) -> u32 });
            Call(x = f('b'), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

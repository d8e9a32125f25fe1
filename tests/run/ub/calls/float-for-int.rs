// A float is not passed like an integer.
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
        let f: fn(f32) -> u32;
        let x: u32;
        {
            f = CastTransmute::<_, fn(f32) -> u32>(const { id as fn(u32) -> u32 });
            Call(x = f(1.0_f32), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 1 of type `f32`, but it has type `u32`
        }
        bb1 = {
            Return()
        }
    }
}

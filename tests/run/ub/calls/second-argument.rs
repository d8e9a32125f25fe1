// Every argument must have a compatible type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn second(_1: u8, _2: bool) -> bool {
    mir! {
        type RET = bool;
        {
            RET = _2;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(u8, u8) -> bool;
        let x: bool;
        {
            f = CastTransmute::<_, fn(u8, u8) -> bool>(const { second as fn(u8, bool) -> bool });
            Call(x = f(1_u8, 1_u8), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 2 of type `u8`, but it has type `bool`
        }
        bb1 = {
            Return()
        }
    }
}

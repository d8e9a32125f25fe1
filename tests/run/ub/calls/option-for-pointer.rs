// An `Option` without a niche is not passed like what it holds.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn id(_1: u32) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let f: fn(Option<u32>);
        let x: Option<u32>;
        {
            f = CastTransmute::<_, fn(Option<u32>)>(const { id as fn(u32) });
            x = Option::<u32>::Some(1_u32);
            Call(RET = f(x), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 1 of type `Option<u32>`, but it has type `u32`
        }
        bb1 = {
            Return()
        }
    }
}

// A `usize` is passed like a `u64`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn id(_1: usize) -> usize {
    mir! {
        type RET = usize;
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
        let f: fn(u64) -> u64;
        let x: u64;
        {
            f = CastTransmute::<_, fn(u64) -> u64>(const { id as fn(usize) -> usize });
            Call(x = f(8_u64), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

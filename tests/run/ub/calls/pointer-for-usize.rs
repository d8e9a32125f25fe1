// A pointer is not passed like a `usize`.
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
        let f: fn(*const u8) -> usize;
        let x: usize;
        {
            f = CastTransmute::<_, fn(*const u8) -> usize>(const { id as fn(usize) -> usize });
            Call(x = f(const { 8_usize as *const u8 }), ReturnTo(bb1), UnwindContinue()) //~ ERROR argument 1 of type `*const u8`, but it has type `usize`
        }
        bb1 = {
            Return()
        }
    }
}

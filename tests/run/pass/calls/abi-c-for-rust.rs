// A safe function may be called as an unsafe one.
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
        let f: unsafe fn(u32) -> u32;
        let x: u32;
        {
            f = CastTransmute::<_, unsafe fn(u32) -> u32>(const { id as fn(u32) -> u32 });
            Call(x = f(1_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A function that does not unwind may be called as one that may.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
extern "sysv64" fn id(_1: u32) -> u32 {
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
        let f: extern "sysv64-unwind" fn(u32) -> u32;
        let x: u32;
        {
            f = CastTransmute::<_, extern "sysv64-unwind" fn(u32) -> u32>(const { id as extern "sysv64" fn(u32) -> u32 });
            Call(x = f(1_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A transparent struct is passed like its field.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(transparent)]
pub struct S(pub u32);

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
        let f: fn(S) -> u32;
        let s: S;
        let x: u32;
        {
            f = CastTransmute::<_, fn(S) -> u32>(const { id as fn(u32) -> u32 });
            s = S(1_u32);
            Call(x = f(s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

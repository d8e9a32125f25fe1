// What has no bytes is not passed at all, so its type and alignment do not matter. Miri was of another mind before 2026.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(C)]
pub struct Empty;

#[repr(C, align(8))]
pub struct Aligned;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn take(_1: Empty) {
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
        let f: fn(Aligned);
        let x: Aligned;
        {
            f = CastTransmute::<_, fn(Aligned)>(const { take as fn(Empty) });
            x = Aligned;
            Call(RET = f(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

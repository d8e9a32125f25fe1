// The divisor may come from elsewhere: what is divided by zero is Undefined Behavior at the division.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn half(_1: u32, _2: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1 / _2; //~ ERROR dividing by zero
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        {
            Call(x = half(4_u32, 0_u32), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

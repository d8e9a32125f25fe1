// The intrinsic `transmute` checks its result.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let y: char;
        {
            x = 1114112_u32;
            Call(y = core::intrinsics::transmute(x), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR but expected a valid unicode scalar value
        }
        bb1 = {
            Return()
        }
    }
}

// An argument is valid at the parameter's type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn take(_1: bool) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let p: *const bool;
        let at_x: *const u8;
        {
            x = 2_u8;
            at_x = &raw const x;
            p = at_x as *const bool;
            Call(RET = take(*p), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR encountered 0x02, but expected a boolean
        }
        bb1 = {
            Return()
        }
    }
}

// rustc accepts: only `-Zlint-mir` looks, and running the call is undefined behavior
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn id(_1: u32) -> u32 {
    mir! {
        type RET = u32;
        {
            RET = _1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u32) {
    mir! {
        type RET = ();
        {
            Call(_1 = id(Move(_1)), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR a call uses one place both here and elsewhere
        }
        bb1 = {
            Return()
        }
    }
}

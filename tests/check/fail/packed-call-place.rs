#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[repr(packed(1))]
pub struct P {
    pub a: u8,
    pub b: u32,
}

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
pub fn f(_1: P) {
    mir! {
        type RET = ();
        {
            Call(_1.b = id(1_u32), ReturnTo(bb1), UnwindContinue())
            //~^ ERROR a call cannot use a place in the packed type `P`
        }
        bb1 = {
            Return()
        }
    }
}

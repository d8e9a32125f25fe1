// The place of the result cannot be written while the call lasts.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn set(_1: *mut [u16; 2]) -> [u16; 2] {
    mir! {
        type RET = [u16; 2];
        {
            (*_1) = [7_u16, 8_u16]; //~ ERROR[tree] which is the return place of a call that has not returned
            //~^ ERROR[stacked] which is the return place of a call that has not returned
            RET = [1_u16, 2_u16];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: [u16; 2];
        let y: [u16; 2];
        let p: *mut [u16; 2];
        {
            x = [0_u16; 2];
            p = &raw mut x;
            Call(x = set(p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

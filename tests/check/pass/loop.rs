#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let i: u32;
        {
            i = 0_u32;
            Goto(bb1)
        }
        bb1 = {
            i = i + 1_u32;
            match i {
                10 => bb2,
                _ => bb1,
            }
        }
        bb2 = {
            Return()
        }
    }
}

#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *mut (u8, [u8; 3])) -> u8 {
    mir! {
        type RET = u8;
        let i: usize;
        {
            i = 1_usize;
            (*_1).0 = (*_1).1[i];
            RET = (*_1).0;
            Return()
        }
    }
}

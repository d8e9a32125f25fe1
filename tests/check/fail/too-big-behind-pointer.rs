#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *mut [u8; 4611686018427387904]) -> *mut u8 {
    mir! {
        type RET = *mut u8;
        let i: usize;
        {
            i = 0_usize;
            RET = &raw mut (*_1)[i];
            //~^ ERROR `[u8; 4611686018427387904]` has no layout: the type is too big for the target architecture
            Return()
        }
    }
}

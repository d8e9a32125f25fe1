#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: [i32; 3]) {
    mir! {
        type RET = ();
        let i: usize;
        debug x => _1[i]; //~ ERROR a debugger finds no place by an index that is computed
        {
            i = 0_usize;
            Return()
        }
    }
}

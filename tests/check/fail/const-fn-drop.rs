#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub const fn f(_1: Box<i32>) {
    mir! {
        type RET = ();
        {
            Drop(_1, ReturnTo(bb1), UnwindContinue()) //~ ERROR a `const fn` cannot drop a `Box<i32>`
        }
        bb1 = {
            Return()
        }
    }
}

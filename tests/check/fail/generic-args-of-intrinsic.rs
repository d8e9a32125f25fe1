#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: u8) -> i8 {
    mir! {
        type RET = i8;
        {
            Call(RET = core::intrinsics::transmute::<u8>(_1), ReturnTo(bb1), UnwindContinue()) //~ ERROR `transmute` has 2 generic parameters, not 1
        }
        bb1 = {
            Return()
        }
    }
}

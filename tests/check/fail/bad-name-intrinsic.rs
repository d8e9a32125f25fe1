#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> u32 {
    mir! {
        type RET = u32;
        {
            Call(RET = black_box(1_u32), ReturnTo(bb1), UnwindContinue()) //~ ERROR unknown name `black_box`
        }
        bb1 = {
            Return()
        }
    }
}

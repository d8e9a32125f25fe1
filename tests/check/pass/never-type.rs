#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> ! {
    mir! {
        type RET = !;
        {
            Call(RET = core::intrinsics::abort(), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Unreachable()
        }
    }
}

// A reference to a callee's local is invalid from the return on.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn local() -> &'static i32 {
    mir! {
        type RET = &'static i32;
        let x: i32;
        {
            x = 1_i32;
            RET = &x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static i32;
        let s: &'static i32;
        {
            Call(r = local(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            s = r; //~ ERROR encountered a dangling reference (use-after-free)
            Return()
        }
    }
}

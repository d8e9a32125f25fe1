// A callee's local is gone when the call has returned.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn local() -> *const i32 {
    mir! {
        type RET = *const i32;
        let x: i32;
        {
            x = 1_i32;
            RET = &raw const x;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const i32;
        let x: i32;
        {
            Call(p = local(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            x = *p; //~ ERROR has been freed, so this pointer is dangling
            Return()
        }
    }
}

// A result is valid at its type.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn give() -> bool {
    mir! {
        type RET = bool;
        let p: *mut bool;
        let q: *mut u8;
        {
            p = &raw mut RET;
            q = p as *mut u8;
            *q = 2_u8;
            Return() //~ ERROR encountered 0x02, but expected a boolean
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let b: bool;
        {
            Call(b = give(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

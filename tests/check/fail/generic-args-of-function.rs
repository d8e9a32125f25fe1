#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn g() {
    mir! {
        type RET = ();
        {

            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        {
            Call(RET = g::<u8>(), ReturnTo(bb1), UnwindContinue()) //~ ERROR `g` has no generic parameters
        }
        bb1 = {
            Return()
        }
    }
}

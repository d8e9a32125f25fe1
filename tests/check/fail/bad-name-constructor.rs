#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let _1: core::num::Wrapping<usize>;
        {
            _1 = core::num::Wrapping(1_usize);
            _1 = core::hint::Wrapping(1_usize); //~ ERROR unknown path `core::hint::Wrapping`
            Return()
        }
    }
}

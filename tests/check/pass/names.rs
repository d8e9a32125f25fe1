#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() {
    mir! {
        type RET = ();
        let r#fn: i32;
        let union: i32;
        {
            r#fn = 1_i32;
            union = r#fn;
            Goto(auto)
        }
        auto = {
            Return()
        }
    }
}

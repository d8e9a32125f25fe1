// `SetDiscriminant` through a pointer.
#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: Option<u8>;
        let p: *mut Option<u8>;
        {
            e = Option::<u8>::None;
            p = &raw mut e;
            SetDiscriminant(*p, 1);
            Return()
        }
    }
}

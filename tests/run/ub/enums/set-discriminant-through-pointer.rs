// An uninhabited variant cannot be set through a pointer either.
#![feature(custom_mir, core_intrinsics, never_type)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: Option<!>;
        let p: *mut Option<!>;
        {
            e = Option::<!>::None;
            p = &raw mut e;
            SetDiscriminant(*p, 1); //~ ERROR making an enum be in a variant that is uninhabited
            Return()
        }
    }
}

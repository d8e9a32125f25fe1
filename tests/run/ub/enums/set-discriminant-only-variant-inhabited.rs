// Where one variant is inhabited, the other cannot be set.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Void {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: Result<u32, Void>;
        {
            e = Result::<u32, Void>::Ok(1_u32);
            SetDiscriminant(e, 1); //~ ERROR making an enum be in a variant that is uninhabited
            Return()
        }
    }
}

// `SetDiscriminant` of an inhabited `Err`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Void {}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: Result<u32, u32>;
        {
            e = Result::<u32, u32>::Ok(1_u32);
            SetDiscriminant(e, 1);
            Return()
        }
    }
}

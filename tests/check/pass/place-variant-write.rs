#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> Option<(u8, u8)> {
    mir! {
        type RET = Option<(u8, u8)>;
        {
            RET = Option::<(u8, u8)>::None;
            place!(Field::<(u8, u8)>(Variant(RET, 1), 0)).1 = 3_u8;
            SetDiscriminant(RET, 1);
            Return()
        }
    }
}

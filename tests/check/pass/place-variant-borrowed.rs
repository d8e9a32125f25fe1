#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Option<(u8, u8)>) {
    mir! {
        type RET = ();
        let _2: *const u8;
        let _3: &(u8, u8);
        {
            _2 = &raw const place!(Field::<(u8, u8)>(Variant(_1, 1), 0)).1;
            _3 = &Field::<(u8, u8)>(Variant(_1, 1), 0);
            place!(Field::<(u8, u8)>(Variant(_1, 1), 0)).0 = 1_u8;
            Field::<(u8, u8)>(Variant(_1, 1), 0).1 = 1_u8;
            Return()
        }
    }
}

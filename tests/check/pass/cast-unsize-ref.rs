#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: &mut [u8; 3]) -> &'static [u8] {
    mir! {
        type RET = &'static [u8];
        {
            RET = CastUnsize::<_, &'static [u8]>(_1);
            Return()
        }
    }
}

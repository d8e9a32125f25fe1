#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: Box<[u8; 3]>) -> Box<[u8]> {
    mir! {
        type RET = Box<[u8]>;
        {
            RET = CastUnsize::<_, Box<[u8]>>(Move(_1));
            Return()
        }
    }
}

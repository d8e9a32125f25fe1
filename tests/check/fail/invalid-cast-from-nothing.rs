#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: ()) -> Option<u8> {
    mir! {
        type RET = Option<u8>;
        {
            RET = CastTransmute::<_, Option<u8>>(_1);
            //~^ ERROR a value without bytes cannot become an enum with a tag
            Return()
        }
    }
}

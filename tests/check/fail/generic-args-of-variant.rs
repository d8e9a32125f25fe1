#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f() -> Option<u8> {
    mir! {
        type RET = Option<u8>;
        {
            RET = Option::Some::<_, i16>(1_u8); //~ ERROR `Some` takes 1 type arguments, not 2
            Return()
        }
    }
}

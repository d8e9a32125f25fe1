// A function cannot be overwritten.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn nothing() {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut u8;
        {
            p = CastTransmute::<_, *mut u8>(const { nothing as fn() });
            *p = 0_u8; //~ ERROR which is a function and holds no data
            Return()
        }
    }
}

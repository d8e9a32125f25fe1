// A function holds no data that could be read.
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
        let p: *const u8;
        let x: u8;
        {
            p = CastTransmute::<_, *const u8>(const { nothing as fn() });
            x = *p; //~ ERROR which is a function and holds no data
            Return()
        }
    }
}

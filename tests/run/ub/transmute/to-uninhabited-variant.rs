// A transmute cannot make the variant that cannot be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub enum Never {}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let y: Result<Never, bool>;
        {
            x = 2_u8;
            y = CastTransmute::<_, Result<Never, bool>>(x); //~ ERROR but expected
            Return()
        }
    }
}

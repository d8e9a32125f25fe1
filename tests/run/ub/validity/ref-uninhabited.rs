// A reference to an uninhabited type cannot be.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub enum Never {}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let r: &'static Never;
        {
            r = CastTransmute::<_, &'static Never>(1_usize); //~ ERROR a reference to an uninhabited type
            Return()
        }
    }
}

// An enum without variants has no value.
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
        let x: Never;
        {
            x = CastTransmute::<_, Never>(const { () }); //~ ERROR a value of an uninhabited type
            Return()
        }
    }
}

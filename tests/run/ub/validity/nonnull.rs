// `NonNull` is not null.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let n: core::ptr::NonNull<u8>;
        {
            n = CastTransmute::<_, core::ptr::NonNull<u8>>(0_usize);
            //~^ ERROR but expected something that is not null
            Return()
        }
    }
}

// `NonNull` is not null wherever it is.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: [usize; 2];
        let n: (core::ptr::NonNull<u8>, core::ptr::NonNull<u8>);
        {
            x = [8_usize, 0_usize];
            n = CastTransmute::<_, (core::ptr::NonNull<u8>, core::ptr::NonNull<u8>)>(x);
            //~^ ERROR but expected something that is not null
            Return()
        }
    }
}

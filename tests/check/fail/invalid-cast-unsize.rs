#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn f(_1: *const [u8; 3]) -> *mut [u8] {
    mir! {
        type RET = *mut [u8];
        {
            RET = CastUnsize::<_, *mut [u8]>(_1);
            //~^ ERROR `*const [u8; 3]` cannot be cast to `*mut [u8]` in this way
            Return()
        }
    }
}

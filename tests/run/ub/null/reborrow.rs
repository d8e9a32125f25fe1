// A reference cannot be null.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let r: &'static u8;
        {
            p = const { 0_usize as *const u8 };
            r = &*p; //~ ERROR encountered a null reference
            Return()
        }
    }
}

// A zero-sized read must be aligned, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const [u64; 0];
        let x: [u64; 0];
        {
            p = const { 4_usize as *const [u64; 0] };
            x = *p; //~ ERROR pointer with alignment 4, but alignment 8 is required
            Return()
        }
    }
}

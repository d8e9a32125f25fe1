// A pointer without provenance can be moved by nothing only.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u8;
        let q: *const u8;
        {
            p = const { 64_usize as *const u8 };
            q = Offset(p, 1_usize);
            //~^ ERROR in-bounds pointer arithmetic failed: 0x40 is a dangling pointer
            Return()
        }
    }
}

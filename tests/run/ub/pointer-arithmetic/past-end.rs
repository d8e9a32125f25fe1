// A pointer may be moved to its allocation's end and no further.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u16; 2];
        let p: *const u16;
        let q: *const u16;
        let at_a: *const [u16; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u16;
            q = Offset(p, 3_usize); //~ ERROR in-bounds pointer arithmetic failed: 6 bytes at offset 0 of
            Return()
        }
    }
}

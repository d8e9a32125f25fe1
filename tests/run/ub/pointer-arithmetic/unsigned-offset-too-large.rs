// An unsigned offset of more than `isize::MAX` bytes is no way back.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let p: *const u8;
        let q: *const u8;
        let at_a: *const [u8; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 1_usize);
            q = Offset(p, 18446744073709551615_usize); //~ ERROR in-bounds pointer arithmetic failed
            Return()
        }
    }
}

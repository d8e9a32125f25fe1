// The offset in bytes fits `isize`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let p: *const u32;
        let q: *const u32;
        let at_a: *const [u32; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u32;
            q = Offset(p, 4611686018427387904_isize); //~ ERROR the offset in bytes does not fit `isize`
            Return()
        }
    }
}

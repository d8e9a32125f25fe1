// A misaligned raw pointer is a pointer; only its use is not allowed.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let p: *const u8;
        let q: *const u32;
        let r: *const u32;
        let at_a: *const [u32; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            p = Offset(p, 1_usize);
            q = p as *const u32;
            r = &raw const *q;
            Return()
        }
    }
}

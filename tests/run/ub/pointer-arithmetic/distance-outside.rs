// Both pointers lie inside the allocation.
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
        let d: isize;
        let at_a: *const [u8; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            Call(q = core::intrinsics::arith_offset(p, 3_isize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb2), UnwindUnreachable())
            //~^ ERROR 3 bytes at offset 0 of
        }
        bb2 = {
            Return()
        }
    }
}

// The intrinsic `offset` stays inside the allocation.
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
            Call(q = core::intrinsics::offset(p, 3_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR in-bounds pointer arithmetic failed: 3 bytes at offset 0 of
        }
        bb1 = {
            Return()
        }
    }
}

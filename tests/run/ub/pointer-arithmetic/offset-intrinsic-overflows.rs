// The intrinsic `offset` moves by bytes that fit `isize`.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u64; 2];
        let p: *const u64;
        let q: *const u64;
        let at_a: *const [u64; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u64;
            Call(q = core::intrinsics::offset(p, -2305843009213693952_isize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR in-bounds pointer arithmetic failed
        }
        bb1 = {
            Return()
        }
    }
}

// The size of a copy in bytes fits the address space.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u64; 2];
        let b: [u64; 2];
        let c: *const u64;
        let q: *mut u64;
        let at_a: *const [u64; 2];
        let at_b: *mut [u64; 2];
        let unit: ();
        {
            at_a = &raw const a;
            c = at_a as *const u64;
            at_b = &raw mut b;
            q = at_b as *mut u64;
            Call(unit = core::intrinsics::copy(c, q, 2305843009213693952_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR computing a size that overflows the address space
        }
        bb1 = {
            Return()
        }
    }
}

// A copy writes inside its target.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let b: [u8; 2];
        let p: *const u8;
        let q: *mut u8;
        let at_a: *const [u8; 4];
        let at_b: *mut [u8; 2];
        let unit: ();
        {
            a = [0_u8; 4];
            at_a = &raw const a;
            p = at_a as *const u8;
            at_b = &raw mut b;
            q = at_b as *mut u8;
            Call(unit = core::intrinsics::copy(p, q, 3_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR memory access failed: 3 bytes at offset 0 of
        }
        bb1 = {
            Return()
        }
    }
}

// The volatile copy that does not allow overlap does not, either.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let p: *mut u8;
        let q: *mut u8;
        let c: *const u8;
        let at_a: *mut [u8; 4];
        let unit: ();
        {
            a = [1_u8; 4];
            at_a = &raw mut a;
            p = at_a as *mut u8;
            c = p as *const u8;
            q = Offset(p, 1_usize);
            Call(unit = core::intrinsics::volatile_copy_nonoverlapping_memory(q, c, 2_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR overlapping ranges
        }
        bb1 = {
            Return()
        }
    }
}

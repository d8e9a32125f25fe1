// What is swapped does not overlap.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 3];
        let p: *mut u8;
        let q: *mut [u8; 2];
        let r: *mut [u8; 2];
        let at_a: *mut [u8; 3];
        let unit: ();
        {
            a = [1_u8; 3];
            at_a = &raw mut a;
            p = at_a as *mut u8;
            q = p as *mut [u8; 2];
            p = Offset(p, 1_usize);
            r = p as *mut [u8; 2];
            Call(unit = core::intrinsics::typed_swap_nonoverlapping(q, r), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `typed_swap_nonoverlapping` called on overlapping ranges
        }
        bb1 = {
            Return()
        }
    }
}

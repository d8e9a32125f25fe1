// The target may not overlap the source from below, either.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 4];
        let p: *mut u32;
        let q: *mut u32;
        let c: *const u32;
        let at_a: *mut [u32; 4];
        let unit: ();
        {
            a = [1_u32; 4];
            at_a = &raw mut a;
            p = at_a as *mut u32;
            q = Offset(p, 1_usize);
            c = q as *const u32;
            Call(unit = core::intrinsics::copy_nonoverlapping(c, p, 3_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR `copy_nonoverlapping` called on overlapping ranges
        }
        bb1 = {
            Return()
        }
    }
}

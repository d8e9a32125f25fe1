// A copy's target must be aligned, also where nothing is copied.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u32;
        let q: *const u32;
        let t: *mut u32;
        let unit: ();
        {
            q = &raw const a;
            t = const { 6_usize as *mut u32 };
            Call(unit = core::intrinsics::copy_nonoverlapping(q, t, 0_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR pointer with alignment 2, but alignment 4 is required
        }
        bb1 = {
            Return()
        }
    }
}

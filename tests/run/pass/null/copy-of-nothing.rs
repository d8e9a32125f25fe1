// A copy of no elements may have null as its source and target.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let p: *const u32;
        let q: *mut u32;
        let unit: ();
        {
            p = const { 0_usize as *const u32 };
            q = const { 0_usize as *mut u32 };
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 0_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Return()
        }
    }
}

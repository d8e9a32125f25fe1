// Pointers into different allocations have no distance.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: u8;
        let p: *const u8;
        let q: *const u8;
        let d: isize;
        {
            p = &raw const a;
            q = &raw const b;
            Call(d = core::intrinsics::ptr_offset_from(p, q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR point into different allocations
        }
        bb1 = {
            Return()
        }
    }
}

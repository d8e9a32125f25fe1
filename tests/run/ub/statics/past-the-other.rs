// A pointer from one static does not reach another.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static A: u32 = 1_u32;
pub static B: u32 = 2_u32;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: &'static u32;
        let b: &'static u32;
        let p: *const u32;
        let q: *const u32;
        let d: isize;
        {
            a = Static(A);
            b = Static(B);
            p = &raw const *a;
            q = &raw const *b;
            Call(d = core::intrinsics::ptr_offset_from(q, p), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR point into different allocations
        }
        bb1 = {
            Return()
        }
    }
}

// The distance is a whole number of elements.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u32; 2];
        let p: *const u8;
        let q: *const u32;
        let r: *const u32;
        let d: isize;
        let at_a: *const [u32; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            q = p as *const u32;
            p = Offset(p, 2_usize);
            r = p as *const u32;
            Call(d = core::intrinsics::ptr_offset_from(r, q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR are not a multiple of the element's size apart
        }
        bb1 = {
            Return()
        }
    }
}

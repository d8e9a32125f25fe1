// An unsigned distance is not negative.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u8; 2];
        let p: *const u8;
        let q: *const u8;
        let d: usize;
        let at_a: *const [u8; 2];
        {
            at_a = &raw const a;
            p = at_a as *const u8;
            q = Offset(p, 1_usize);
            Call(d = core::intrinsics::ptr_offset_from_unsigned(p, q), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR are in the wrong order for an unsigned distance
        }
        bb1 = {
            Return()
        }
    }
}

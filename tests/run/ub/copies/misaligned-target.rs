// A copy's target is aligned as its elements.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: [u16; 1];
        let b: [u16; 2];
        let c: *const u16;
        let p: *mut u8;
        let q: *mut u16;
        let at_a: *const [u16; 1];
        let at_b: *mut [u16; 2];
        let unit: ();
        {
            a = [1_u16];
            at_a = &raw const a;
            c = at_a as *const u16;
            at_b = &raw mut b;
            p = at_b as *mut u8;
            p = Offset(p, 1_usize);
            q = p as *mut u16;
            Call(unit = core::intrinsics::copy(c, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
            //~^ ERROR but alignment 2 is required
        }
        bb1 = {
            Return()
        }
    }
}

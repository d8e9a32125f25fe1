// A copy does not look at values.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: u8;
        let c: *const bool;
        let q: *mut bool;
        let at_a: *const u8;
        let at_b: *mut u8;
        let unit: ();
        {
            a = 9_u8;
            at_a = &raw const a;
            c = at_a as *const bool;
            at_b = &raw mut b;
            q = at_b as *mut bool;
            Call(unit = core::intrinsics::copy_nonoverlapping(c, q, 1_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

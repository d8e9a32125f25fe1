// A typed swap of two places.
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
        let a: u32;
        let b: u32;
        let p: *mut u32;
        let q: *mut u32;
        let unit: ();
        {
            a = 1_u32;
            b = 2_u32;
            p = &raw mut a;
            q = &raw mut b;
            Call(unit = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(unit = show(b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// Ranges that touch do not overlap.
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
        let a: [u8; 4];
        let p: *mut u8;
        let q: *mut u8;
        let c: *const u8;
        let at_a: *mut [u8; 4];
        let unit: ();
        {
            a = [1_u8, 2_u8, 3_u8, 4_u8];
            at_a = &raw mut a;
            p = at_a as *mut u8;
            c = p as *const u8;
            q = Offset(p, 2_usize);
            Call(unit = core::intrinsics::copy_nonoverlapping(c, q, 2_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(unit = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A copy of bytes may be at any address.
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
        let b: [u8; 5];
        let p: *const u8;
        let q: *mut u8;
        let i: usize;
        let x: u8;
        let at_a: *const u32;
        let at_b: *mut [u8; 5];
        let unit: ();
        {
            a = 258_u32;
            at_a = &raw const a;
            p = at_a as *const u8;
            at_b = &raw mut b;
            q = at_b as *mut u8;
            q = Offset(q, 1_usize);
            Call(unit = core::intrinsics::copy_nonoverlapping(p, q, 4_usize), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            i = 1_usize;
            x = b[i];
            Call(unit = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A union of a pointer and an integer keeps the pointer.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub union U {
    pub p: *const u8,
    pub n: usize,
}

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let u: U;
        let v: U;
        let q: *const u8;
        let y: u8;
        let unit: ();
        {
            x = 3_u8;
            u.p = &raw const x;
            v = u;
            q = v.p;
            y = *q;
            Call(unit = show(y), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

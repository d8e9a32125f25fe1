// A scalar, or a pair of them, is read before it is written.
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
        let a: (u32, u32);
        let p: *mut (u32, u32);
        let q: *mut (u32, u32);
        let x: u32;
        let unit: ();
        {
            a = (1_u32, 2_u32);
            p = &raw mut a;
            q = p;
            *q = *p;
            (*q).0 = (*p).0;
            x = a.1;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// An address that was exposed may become a pointer again.
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
        let x: u8;
        let p: *mut u8;
        let n: usize;
        let q: *mut u8;
        let unit: ();
        {
            x = 1_u8;
            p = &raw mut x;
            n = p as usize;
            q = n as *mut u8;
            *q = 2_u8;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Zero made into a pointer is null.
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
        let n: usize;
        let p: *const u8;
        let q: *const u8;
        let b: bool;
        let unit: ();
        {
            n = 0_usize;
            p = n as *const u8;
            q = const { 0_usize as *const u8 };
            b = p == q;
            Call(unit = show(b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

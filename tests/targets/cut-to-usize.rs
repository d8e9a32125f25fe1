// A cast to `usize` cuts, and back to a wide integer `isize` extends its sign.
//@ on 64-bit: 4294967297 -1 6442450944
//@ on 32-bit: 1 -1 -2147483648
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        let a: usize;
        let m: isize;
        let b: i128;
        let i: isize;
        let c: i64;
        {
            x = 4294967297_u64;
            a = x as usize;
            m = -1_isize;
            b = m as i128;
            x = 6442450944_u64;
            i = x as isize;
            c = i as i64;
            Call(RET = show(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// `usize` and `isize` have the width of a pointer.
//@ on 64-bit: 18446744073709551615 9223372036854775807 0 64
//@ on 32-bit: 4294967295 2147483647 4294967295 32
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug, d: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: usize;
        let b: isize;
        let i: isize;
        let x: u64;
        let c: u64;
        let n: usize;
        let d: u32;
        {
            a = usize::MAX;
            b = isize::MAX;
            x = 4294967295_u64;
            n = 0_usize;
            i = x as isize;
            i = i >> 32_u64;
            c = i as u64;
            c = c & x;
            d = usize::BITS;
            Call(RET = show(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A match takes the arm of its value, or the last.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn arm(_1: i8) -> u8 {
    mir! {
        type RET = u8;
        {
            match _1 { -128 => low, -1 => minus, 127 => high, _ => other }
        }
        low = {
            RET = 1_u8;
            Return()
        }
        minus = {
            RET = 2_u8;
            Return()
        }
        high = {
            RET = 3_u8;
            Return()
        }
        other = {
            RET = 4_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: u8;
        let c: u8;
        let d: u8;
        {
            Call(a = arm(-128_i8), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = arm(-1_i8), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(c = arm(127_i8), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(d = arm(0_i8), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Call(RET = show4(a, b, c, d), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}

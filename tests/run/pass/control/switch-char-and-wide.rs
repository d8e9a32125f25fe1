// A match works on chars and on 128 bits.
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
fn letter(_1: char) -> bool {
    mir! {
        type RET = bool;
        {
            match _1 { 'a' => yes, '\u{1f600}' => yes, _ => no }
        }
        yes = {
            RET = true;
            Return()
        }
        no = {
            RET = false;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn wide(_1: u128) -> u8 {
    mir! {
        type RET = u8;
        {
            match _1 { 340282366920938463463374607431768211455 => big, 0 => zero, _ => other }
        }
        big = {
            RET = 2_u8;
            Return()
        }
        zero = {
            RET = 0_u8;
            Return()
        }
        other = {
            RET = 1_u8;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: bool;
        let b: bool;
        let c: u8;
        let d: u8;
        {
            Call(a = letter('\u{1f600}'), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(b = letter('b'), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(c = wide(340282366920938463463374607431768211455_u128), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Call(d = wide(18446744073709551616_u128), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Call(RET = show4(a, b, c, d), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}

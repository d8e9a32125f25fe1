// Bools and chars become integers, and bytes become chars.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show5(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: i128;
        let c: u32;
        let d: u8;
        let e: char;
        let t: bool;
        let k: char;
        let n: u8;
        {
            t = true;
            k = '\u{1f600}';
            n = 233_u8;
            a = t as u8;
            b = t as i128;
            c = k as u32;
            d = k as u8;
            e = n as char;
            Call(RET = show5(a, b, c, d, e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

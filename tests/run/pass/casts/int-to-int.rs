// Casts of integers truncate, and extend by the sign of what they come from.
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
        let b: i64;
        let c: u64;
        let d: i128;
        let e: u32;
        let x: i32;
        let y: u32;
        {
            x = -2_i32;
            y = 4294967294_u32;
            a = x as u8;
            b = y as i64;
            c = x as u64;
            d = x as i128;
            e = d as u32;
            Call(RET = show5(a, b, c, d, e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A narrow read through a cast pointer gets the bytes at the address.
//@ on little-endian: 8 1800 4
//@ on big-endian: 1 258 5
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
        let p: *const u64;
        let q: *const u8;
        let r: *const u16;
        let a: u8;
        let b: u16;
        let s: *const u8;
        let c: u8;
        {
            x = 72623859790382856_u64;
            p = &raw const x;
            q = p as *const u8;
            r = p as *const u16;
            a = *q;
            b = *r;
            s = Offset(q, 4_usize);
            c = *s;
            Call(RET = show(a, b, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

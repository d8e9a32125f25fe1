// Pointers that lie side by side keep what they point to, through copies of both and of one.
//@ on all: 1 2 2 1
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
        let i0: usize;
        let i1: usize;
        let x: u32;
        let y: u32;
        let a: [*const u32; 2];
        let b: [*const u32; 2];
        let p: *const u32;
        let q: *const u32;
        let t: (*const u32, *const u32);
        let r: *const u32;
        let s: *const u32;
        let k: u32;
        let l: u32;
        let m: u32;
        let n: u32;
        {
            i0 = 0_usize;
            i1 = 1_usize;
            x = 1_u32;
            y = 2_u32;
            p = &raw const x;
            q = &raw const y;
            a = [p, q];
            b = a;
            p = b[i0];
            q = b[i1];
            k = *p;
            l = *q;
            t = (q, p);
            r = t.0;
            s = t.1;
            m = *r;
            n = *s;
            Call(RET = show(k, l, m, n), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

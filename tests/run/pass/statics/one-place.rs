// A static has one address.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

static A: u64 = 1_u64;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: &'static u64;
        let s: &'static u64;
        let p: *const u64;
        let q: *const u64;
        let a: bool;
        {
            r = Static(A);
            s = Static(A);
            p = &raw const *r;
            q = &raw const *s;
            a = p == q;
            Call(RET = show(a), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Statics may hold pointers to each other.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

static mut A: *mut i32 = &raw mut B;
static mut B: i32 = 2_i32;
static C: &'static i32 = &7_i32;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let p: *mut *mut i32;
        let q: *mut i32;
        let r: &'static &'static i32;
        let s: &'static i32;
        let a: i32;
        let b: i32;
        let m: *mut i32;
        {
            p = StaticMut(A);
            q = *p;
            *q = 3_i32;
            m = StaticMut(B);
            a = *m;
            r = Static(C);
            s = *r;
            b = *s;
            Call(RET = show2(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

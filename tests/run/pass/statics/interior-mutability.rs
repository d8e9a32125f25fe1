// A static with a cell may be written through a shared reference.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

static A: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(5_u32);

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let r: &'static core::sync::atomic::AtomicU32;
        let p: *const core::sync::atomic::AtomicU32;
        let q: *mut u32;
        let a: u32;
        let b: u32;
        {
            r = Static(A);
            p = &raw const *r;
            q = CastPtrToPtr::<_, *mut u32>(p);
            a = *q;
            *q = 6_u32;
            b = *q;
            Call(RET = show2(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A cell may be written through a shared reference.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let c: core::cell::Cell<u32>;
        let r: &'static core::cell::Cell<u32>;
        let p: *const core::cell::Cell<u32>;
        let q: *mut u32;
        let a: u32;
        let b: u32;
        let n: u32;
        {
            n = 5_u32;
            c = CastTransmute::<_, core::cell::Cell<u32>>(n);
            r = &c;
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

// An option of a reference is as big as the reference, and none is null.
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
        let a: Option<&'static u8>;
        let n: usize;
        let s: Option<&'static u8>;
        let v: u8;
        let r: &'static u8;
        let p: *const u8;
        {
            n = 0_usize;
            a = CastTransmute::<_, Option<&'static u8>>(n);
            r = const { &5_u8 };
            p = &raw const *r;
            s = CastTransmute::<_, Option<&'static u8>>(p);
            Call(RET = show2(a, s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

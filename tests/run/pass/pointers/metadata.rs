// The metadata of a slice and of a string is the length.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let s: &'static str;
        let b: &'static [u8];
        let n: usize;
        let m: usize;
        let u: ();
        let r: &'static [u8;
        3];
        {
            s = "höher";
            n = PtrMetadata(s);
            r = b"abc";
            b = CastUnsize::<_, &'static [u8]>(r);
            m = PtrMetadata(b);
            u = PtrMetadata(r);
            Call(RET = show3(n, m, u), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// An array behind a pointer becomes a slice that knows its length.
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
        let x: [u8;
        3];
        let r: &'static [u8;
        3];
        let s: &'static [u8];
        let n: usize;
        let i: usize;
        let v: u8;
        {
            x = [1_u8, 2_u8, 3_u8];
            r = &x;
            s = CastUnsize::<_, &'static [u8]>(r);
            n = PtrMetadata(s);
            i = 2_usize;
            v = (*s)[i];
            Call(RET = show2(n, v), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

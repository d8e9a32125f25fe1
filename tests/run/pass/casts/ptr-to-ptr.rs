// A cast of a pointer keeps its address, and a wide pointer's loses the length.
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
        let x: [u16;
        2];
        let p: *const [u16;
        2];
        let w: *const [u16];
        let t: *const u16;
        let b: *const u8;
        let a: u16;
        let c: u8;
        {
            x = [258_u16, 772_u16];
            p = &raw const x;
            w = CastUnsize::<_, *const [u16]>(p);
            t = CastPtrToPtr::<_, *const u16>(w);
            a = *t;
            b = CastPtrToPtr::<_, *const u8>(t);
            c = *b;
            Call(RET = show2(a, c), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A transmutation keeps the bytes.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show4(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u32;
        let b: f32;
        let c: [u8;
        4];
        let d: i32;
        let e: char;
        {
            a = 1065353216_u32;
            b = CastTransmute::<_, f32>(a);
            c = CastTransmute::<_, [u8; 4]>(a);
            d = CastTransmute::<_, i32>(c);
            a = 97_u32;
            e = CastTransmute::<_, char>(a);
            Call(RET = show4(b, c, d, e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

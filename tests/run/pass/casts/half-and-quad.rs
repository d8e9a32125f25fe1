// The narrowest and the widest floats convert to the others and back.
#![feature(core_intrinsics, custom_mir, f128, f16)]
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
        let h: f16;
        let q: f128;
        let x: f32;
        let a: f32;
        let b: f64;
        let c: i32;
        let d: u16;
        {
            x = 0.1_f32;
            h = x as f16;
            a = h as f32;
            q = x as f128;
            b = q as f64;
            c = q as i32;
            d = CastTransmute::<_, u16>(h);
            Call(RET = show4(a, b, c, d), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

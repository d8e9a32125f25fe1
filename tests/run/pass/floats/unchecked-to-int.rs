// An unchecked conversion of what fits truncates.
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
        let a: u8;
        let b: i32;
        {
            Call(a = core::intrinsics::float_to_int_unchecked::<_, u8>(255.9_f32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::float_to_int_unchecked::<_, i32>(-2147483648.9_f64), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

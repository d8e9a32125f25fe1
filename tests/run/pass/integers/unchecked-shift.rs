// Unchecked shifts by less than the width are plain shifts.
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
        let b: i8;
        {
            Call(a = core::intrinsics::unchecked_shl(3_u8, 7_i64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::unchecked_shr(-128_i8, 7_u8), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show2(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

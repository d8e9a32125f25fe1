// Funnel shifts move two numbers as if they were one of twice the width.
#![feature(core_intrinsics, custom_mir, funnel_shifts)]
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
        let a: u8;
        let b: u8;
        let c: u8;
        {
            Call(a = core::intrinsics::unchecked_funnel_shl(1_u8, 129_u8, 1_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::unchecked_funnel_shr(1_u8, 129_u8, 1_u32), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::unchecked_funnel_shl(7_u8, 129_u8, 0_u32), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(RET = show3(a, b, c), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

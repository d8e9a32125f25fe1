// Unchecked arithmetic that keeps its promise is plain arithmetic.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show6(
    a: impl core::fmt::Debug,
    b: impl core::fmt::Debug,
    c: impl core::fmt::Debug,
    d: impl core::fmt::Debug,
    e: impl core::fmt::Debug,
    f: impl core::fmt::Debug,
) {
    println!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: u8;
        let b: i8;
        let c: i32;
        let d: i32;
        let e: i32;
        let f: u32;
        {
            Call(a = core::intrinsics::unchecked_add(250_u8, 5_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::unchecked_sub(-120_i8, 8_i8), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::unchecked_mul(-65536_i32, 32768_i32), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::unchecked_div(-7_i32, 2_i32), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(e = core::intrinsics::unchecked_rem(-7_i32, 2_i32), ReturnTo(bb5), UnwindUnreachable())
        }
        bb5 = {
            Call(f = core::intrinsics::exact_div(21_u32, 7_u32), ReturnTo(bb6), UnwindUnreachable())
        }
        bb6 = {
            Call(RET = show6(a, b, c, d, e, f), ReturnTo(bb7), UnwindContinue())
        }
        bb7 = {
            Return()
        }
    }
}

// x86's FastISel takes an exact division of an `i64` by its minimum for one by a power of two, and shifts: -1 instead of 1, at -Copt-level=0.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: i64) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i64;
        let y: i64;
        {
            Call(x = core::intrinsics::black_box(-9223372036854775808_i64), ReturnTo(divide), UnwindUnreachable())
        }
        divide = {
            Call(y = core::intrinsics::exact_div(x, -9223372036854775808_i64), ReturnTo(print), UnwindUnreachable())
        }
        print = {
            Call(RET = show(y), ReturnTo(end), UnwindContinue())
        }
        end = {
            Return()
        }
    }
}

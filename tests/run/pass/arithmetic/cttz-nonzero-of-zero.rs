// `cttz_nonzero` of a negative number.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let shown: ();
        {
            Call(x = core::intrinsics::cttz_nonzero(-8_i64), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

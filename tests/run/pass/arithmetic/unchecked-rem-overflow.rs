// `unchecked_rem` of MIN by another number than -1.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i16;
        let shown: ();
        {
            Call(x = core::intrinsics::unchecked_rem(-32768_i16, -3_i16), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

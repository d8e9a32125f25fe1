// `exact_div` promises not to divide by zero.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u64;
        let shown: ();
        {
            Call(x = core::intrinsics::exact_div(0_u64, 0_u64), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR dividing by zero in `exact_div`
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

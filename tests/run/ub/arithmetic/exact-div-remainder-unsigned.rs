// `exact_div` promises that there is no remainder, in unsigned types, too.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: usize;
        let shown: ();
        {
            Call(x = core::intrinsics::exact_div(9_usize, 4_usize), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR `exact_div` left a remainder
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

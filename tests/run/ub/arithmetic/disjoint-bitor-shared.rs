// `disjoint_bitor` promises that no bit is set in both.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: u8;
        let shown: ();
        {
            Call(x = core::intrinsics::disjoint_bitor(5_u8, 4_u8), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR disjoint
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

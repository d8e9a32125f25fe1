// A funnel shift to the right takes bits of the first number.
#![feature(custom_mir, core_intrinsics, funnel_shifts)]
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
            Call(x = core::intrinsics::unchecked_funnel_shr(1_u32, 2_u32, 1_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A funnel shift to the left takes bits of the second number.
#![feature(custom_mir, core_intrinsics, funnel_shifts)]
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
            Call(x = core::intrinsics::unchecked_funnel_shl(1_u8, 128_u8, 1_u32), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

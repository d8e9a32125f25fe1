// `unchecked_shl` promises not to shift by a negative amount.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i64;
        let shown: ();
        {
            Call(x = core::intrinsics::unchecked_shl(1_i64, -1_i32), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR overflowing shift by -1 in `unchecked_shl`
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// `unchecked_mul` promises not to overflow, whatever the sign.
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
            Call(x = core::intrinsics::unchecked_mul(-9223372036854775808_i64, -1_i64), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR arithmetic overflow in `unchecked_mul`
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

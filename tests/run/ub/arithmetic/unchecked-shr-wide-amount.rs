// The amount of an `unchecked_shr` counts in full, not cut to the width of the value.
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
            Call(x = core::intrinsics::unchecked_shr(255_u8, 256_u64), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR overflowing shift by 256 in `unchecked_shr`
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

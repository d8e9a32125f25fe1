// `unchecked_shr` promises to shift by less than the width.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i8;
        let shown: ();
        {
            Call(x = core::intrinsics::unchecked_shr(-128_i8, 8_u8), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR overflowing shift by 8 in `unchecked_shr`
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// MIN % -1 is Undefined Behavior for isize.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: isize;
        let shown: ();
        {
            x = -9223372036854775808_isize % -1_isize; //~ ERROR dividing MIN by -1
            Call(shown = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

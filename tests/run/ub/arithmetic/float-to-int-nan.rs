// `float_to_int_unchecked` promises that its argument is no NaN.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) { println!("{x:?}"); }

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let shown: ();
        {
            Call(x = core::intrinsics::float_to_int_unchecked::<f32, i32>(const { f32::from_bits(0x7fc00000) }), ReturnTo(bb1), UnwindUnreachable()) //~ ERROR `float_to_int_unchecked` called on
        }
        bb1 = {
            Call(shown = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

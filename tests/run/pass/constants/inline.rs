// A constant block may stand where an operand stands.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: (u8, [i16;
        2]);
        let b: Option<char>;
        {
            a = const { (1_u8, [2_i16, -3_i16]) };
            b = const { Option::<char>::Some('x') };
            Call(RET = show3(a, b, const{(true,)}), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// Constants may be tuples, arrays, structs and enums.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[derive(Copy, Clone, Debug)]
struct S {
    a: u8,
    b: (u16, bool),
}
#[derive(Copy, Clone, Debug)]
enum E {
    A,
    B(S),
    C { x: [u8; 2] },
}
const A: S = S { a: 1_u8, b: (2_u16, true) };
const B: [E; 3] = [E::A, E::B(A), E::C { x: [3_u8; 2] }];
const C: Option<Option<u8>> = Option::<Option<u8>>::Some(Option::<u8>::None);

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        {
            Call(RET = show3(A, B, C), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

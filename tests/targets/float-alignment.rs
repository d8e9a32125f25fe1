// `f64` is aligned as the target has it.
//@ on all: 16 8
//@ on i686: 12 4
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[repr(C)]
#[derive(Clone, Copy)]
struct S {
    a: u8,
    b: f64,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: S;
        let p: *const S;
        let a: usize;
        let b: usize;
        {
            x = S { a: 1_u8, b: 2.0_f64 };
            p = &raw const x;
            Call(a = core::intrinsics::size_of_val(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::align_of_val(p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

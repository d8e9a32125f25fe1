// How integers are aligned shows in a C struct: its size, and its alignment.
//@ on all: 16 8 32 16
//@ on s390x arm armv7 mips powerpc riscv32gc: 16 8 24 8
//@ on i686: 12 4 32 16
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug, d: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?} {d:?}");
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Half {
    a: u8,
    b: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Whole {
    a: u8,
    b: u128,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: Half;
        let y: Whole;
        let p: *const Half;
        let q: *const Whole;
        let a: usize;
        let b: usize;
        let c: usize;
        let d: usize;
        {
            x = Half { a: 1_u8, b: 2_u64 };
            y = Whole { a: 1_u8, b: 2_u128 };
            p = &raw const x;
            q = &raw const y;
            Call(a = core::intrinsics::size_of_val(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::align_of_val(p), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::size_of_val(q), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            Call(d = core::intrinsics::align_of_val(q), ReturnTo(bb4), UnwindUnreachable())
        }
        bb4 = {
            Call(RET = show(a, b, c, d), ReturnTo(bb5), UnwindContinue())
        }
        bb5 = {
            Return()
        }
    }
}

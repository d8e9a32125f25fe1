// A union's fields share their first bytes.
//@ on little-endian: true 1
//@ on big-endian: false 0
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[repr(C)]
#[derive(Clone, Copy)]
union U {
    whole: u32,
    truth: bool,
    half: u16,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let u: U;
        let a: bool;
        let b: u16;
        {
            u = U { whole: 1_u32 };
            a = u.truth;
            b = u.half;
            Call(RET = show(a, b), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

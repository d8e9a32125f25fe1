// A copy of a union keeps the bytes that some field calls padding.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone)]
#[repr(C)]
struct Padded(u8, u16);
#[repr(C)]
union U {
    a: Padded,
    b: u32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn pass(_1: U) -> U {
    mir! {
        type RET = U;
        {
            RET = Move(_1);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let u: U;
        let v: U;
        let x: u32;
        {
            u = U { b: 4294967295_u32 };
            Call(v = pass(Move(u)), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            x = v.b;
            Call(RET = show(x), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

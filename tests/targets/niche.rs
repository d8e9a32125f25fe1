// A pointer that is not null leaves room for `None`, and one that may be null does not.
//@ on 64-bit: 8 16
//@ on 32-bit: 4 8
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: Option<Box<u32>>;
        let y: Option<*const u32>;
        let p: *const Option<Box<u32>>;
        let q: *const Option<*const u32>;
        let a: usize;
        let b: usize;
        {
            x = Option::None;
            y = Option::None;
            p = &raw const x;
            q = &raw const y;
            Call(a = core::intrinsics::size_of_val(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::size_of_val(q), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(RET = show(a, b), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

// `read_via_copy` reads and leaves the value.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: (u8, u32);
        let p: *const (u8, u32);
        let b: (u8, u32);
        {
            a = (1_u8, 2_u32);
            p = &raw const a;
            Call(b = core::intrinsics::read_via_copy(p), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show2(a, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

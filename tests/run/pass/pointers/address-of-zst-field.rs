// A field without a size has an address within its struct.
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
        let a: (u32, ());
        let p: *mut ();
        let u: ();
        {
            a = const { (1_u32, ()) };
            p = &raw mut a.1;
            *p = ();
            u = *p;
            Call(RET = show2(a, u), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

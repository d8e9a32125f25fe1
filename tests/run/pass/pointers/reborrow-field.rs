// A reference to a field leaves its neighbour alone.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: (u32, u32);
        let a: &'static mut u32;
        let b: &'static mut u32;
        {
            x = (1_u32, 2_u32);
            a = &mut x.0;
            b = &mut x.1;
            *a = 10_u32;
            *b = 20_u32;
            *a = 11_u32;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

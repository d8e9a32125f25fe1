// An enum in the niche of another keeps every variant apart.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[derive(Copy, Clone, Debug)]
enum Inner {
    A,
    B,
}
#[derive(Copy, Clone, Debug)]
enum Outer {
    X,
    Y(Inner),
    Z,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: [Outer;
        4];
        let x: Outer;
        let y: Outer;
        let z: Outer;
        let w: Outer;
        let i: Inner;
        let j: Inner;
        {
            i = Inner::A;
            j = Inner::B;
            x = Outer::X;
            y = Outer::Y(i);
            z = Outer::Z;
            w = Outer::Y(j);
            e = [x, y, z, w];
            Call(RET = show(e), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

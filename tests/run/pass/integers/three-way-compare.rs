// `three_way_compare` gives an `Ordering`.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show3(a: impl core::fmt::Debug, b: impl core::fmt::Debug, c: impl core::fmt::Debug) {
    println!("{a:?} {b:?} {c:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: core::cmp::Ordering;
        let b: core::cmp::Ordering;
        let c: core::cmp::Ordering;
        let x: i8;
        let y: i8;
        let z: i8;
        {
            Call(a = core::intrinsics::three_way_compare(-1_i8, 1_i8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(b = core::intrinsics::three_way_compare(255_u8, 1_u8), ReturnTo(bb2), UnwindUnreachable())
        }
        bb2 = {
            Call(c = core::intrinsics::three_way_compare('x', 'x'), ReturnTo(bb3), UnwindUnreachable())
        }
        bb3 = {
            x = Discriminant(a);
            y = Discriminant(b);
            z = Discriminant(c);
            Call(RET = show3(x, y, z), ReturnTo(bb4), UnwindContinue())
        }
        bb4 = {
            Return()
        }
    }
}

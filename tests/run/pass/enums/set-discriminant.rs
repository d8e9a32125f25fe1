// A discriminant set after the fields makes the variant.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show2(a: impl core::fmt::Debug, b: impl core::fmt::Debug) {
    println!("{a:?} {b:?}");
}

#[derive(Copy, Clone, Debug)]
enum E {
    A(u8),
    B(u32, u8),
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let e: E;
        let o: Option<u16>;
        {
            e = E::A(1_u8);
            place!(Field::<u32>(Variant(e, 1), 0)) = 5_u32;
            place!(Field::<u8>(Variant(e, 1), 1)) = 6_u8;
            SetDiscriminant(e, 1);
            o = Option::<u16>::None;
            place!(Field::<u16>(Variant(o, 1), 0)) = 9_u16;
            SetDiscriminant(o, 1);
            Call(RET = show2(e, o), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

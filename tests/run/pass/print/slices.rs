// Slices print like arrays.
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
        let a: [(u8, bool);
        2];
        let r: &'static [(u8, bool);
        2];
        let s: &'static [(u8, bool)];
        let p: (u8, bool);
        {
            p = (1_u8, true);
            a = [p; 2];
            r = &a;
            s = CastUnsize::<_, &'static [(u8, bool)]>(r);
            Call(RET = show2(r, s), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

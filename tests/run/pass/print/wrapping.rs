// The library's wrappers print their names.
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
        let w: core::num::Wrapping<u8>;
        let o: core::cmp::Ordering;
        let p: core::marker::PhantomData<u8>;
        {
            w = const { core::num::Wrapping::<u8>(5_u8) };
            Call(o = core::intrinsics::three_way_compare(1_u8, 2_u8), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show2(w, o), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

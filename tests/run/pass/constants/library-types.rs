// Constants may be of the library's types.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

const A: core::num::Wrapping<u8> = core::num::Wrapping::<u8>(5_u8);
const B: core::marker::PhantomData<u8> = core::marker::PhantomData::<u8>;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: core::num::Wrapping<u8>;
        let x: u8;
        let b: core::marker::PhantomData<u8>;
        {
            a = A;
            b = B;
            x = a.0;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A constant without a value may be copied as long as it is not read.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

const A: core::mem::MaybeUninit<[u8; 3]> = core::mem::MaybeUninit::<[u8; 3]>::uninit();

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: core::mem::MaybeUninit<[u8;
        3]>;
        let p: *mut core::mem::MaybeUninit<[u8;
        3]>;
        let q: *mut [u8;
        3];
        let x: [u8;
        3];
        {
            a = A;
            p = &raw mut a;
            q = CastPtrToPtr::<_, *mut [u8; 3]>(p);
            *q = [1_u8, 2_u8, 3_u8];
            x = *q;
            Call(RET = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

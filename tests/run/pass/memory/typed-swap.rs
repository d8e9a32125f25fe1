// A typed swap exchanges two values.
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
        let b: (u8, u32);
        let p: *mut (u8, u32);
        let q: *mut (u8, u32);
        {
            a = (1_u8, 2_u32);
            b = (3_u8, 4_u32);
            p = &raw mut a;
            q = &raw mut b;
            Call(RET = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            Call(RET = show2(a, b), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

// A result may go where a pointer points.
#![feature(core_intrinsics, custom_mir)]
#![allow(internal_features, unused)]

extern crate core;
use core::intrinsics::mir::*;

fn show(a: impl core::fmt::Debug) {
    println!("{a:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn five() -> (u8, u32) {
    mir! {
        type RET = (u8, u32);
        {
            RET = (5_u8, 6_u32);
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: (u8, u32);
        let p: *mut (u8, u32);
        {
            a = (0_u8, 0_u32);
            p = &raw mut a;
            Call(*p = five(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(RET = show(a), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Return()
        }
    }
}

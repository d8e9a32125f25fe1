// A `static mut` keeps its value from call to call.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub static mut A: u32 = 1_u32;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn next() -> u32 {
    mir! {
        type RET = u32;
        let p: *mut u32;
        {
            p = StaticMut(A);
            *p = *p + 1_u32;
            RET = *p;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let unit: ();
        {
            Call(x = next(), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Call(x = next(), ReturnTo(bb2), UnwindContinue())
        }
        bb2 = {
            Call(unit = show(x), ReturnTo(bb3), UnwindContinue())
        }
        bb3 = {
            Return()
        }
    }
}

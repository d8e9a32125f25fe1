// A pointer that is transmuted to another pointer leads to the same memory.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

fn show(x: impl core::fmt::Debug) {
    println!("{x:?}");
}

#[custom_mir(dialect = "runtime", phase = "initial")]
pub fn main() {
    mir! {
        type RET = ();
        let x: u32;
        let p: *mut u32;
        let q: *mut i32;
        let unit: ();
        {
            x = 1_u32;
            p = &raw mut x;
            q = CastTransmute::<_, *mut i32>(p);
            *q = 2_i32;
            Call(unit = show(x), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

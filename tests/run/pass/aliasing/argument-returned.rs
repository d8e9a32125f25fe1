// A reference that a function returns outlives its protection.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: &mut i32) -> &'static mut i32 {
    mir! {
        type RET = &'static mut i32;
        {
            RET = CastTransmute::<_, &'static mut i32>(_1);
            *RET = 2_i32;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static mut i32;
        let s: &'static mut i32;
        let y: i32;
        {
            x = 1_i32;
            r = &mut x;
            Call(s = f(r), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            *s = 3_i32;
            *r = 4_i32;
            y = x;
            Return()
        }
    }
}

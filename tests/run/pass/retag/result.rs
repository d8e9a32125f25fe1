// A returned reference is a new borrow, which a living one may have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: *mut i32) -> &'static mut i32 {
    mir! {
        type RET = &'static mut i32;
        {
            RET = &mut *_1;
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let p: *mut i32;
        let r: &'static mut i32;
        {
            x = 1_i32;
            p = &raw mut x;
            Call(r = f(p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

// A reference inside a struct that a function is given is protected, too. Miri up to April 2026 did not look into custom MIR for that.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

pub struct S {
    pub r: &'static mut i32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: S, _2: *mut i32) {
    mir! {
        type RET = ();
        {
            *_2 = 2_i32; //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] protects
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
        let s: S;
        {
            x = 1_i32;
            p = &raw mut x;
            r = &mut *p;
            s = S { r: r };
            Call(RET = f(Move(s), p), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

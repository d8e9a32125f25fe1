// A reference in a struct that is passed to a function is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[derive(Clone, Copy)]
pub struct Pair {
    pub n: i32,
    pub r: &'static i32,
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(_1: Pair) {
    mir! {
        type RET = ();
        {
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let a: Pair;
        {
            x = 1_i32;
            r = &x;
            a = Pair { n: 1_i32, r: r };
            x = 2_i32;
            Call(RET = f(a), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

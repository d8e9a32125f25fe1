// The discriminant of an enum that was moved out is Undefined Behavior.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn take(_1: Option<i32>) {
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
        let e: Option<i32>;
        let p: *const Option<i32>;
        let d: isize;
        {
            e = Option::<i32>::Some(1_i32);
            p = &raw const e;
            Call(RET = take(Move(e)), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            d = Discriminant(*p); //~ ERROR[tree] reading uninitialized memory
            //~^ ERROR[none] reading uninitialized memory
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

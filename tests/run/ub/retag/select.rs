// A reference that is not selected is a new borrow, which a dead one cannot have.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let r: &'static i32;
        let y: i32;
        let s: &'static i32;
        let c: &'static i32;
        {
            x = 1_i32;
            y = 1_i32;
            r = &x;
            s = &y;
            x = 2_i32;
            Call(c = core::intrinsics::select_unpredictable(true, s, r), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] is forbidden
            //~^ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}

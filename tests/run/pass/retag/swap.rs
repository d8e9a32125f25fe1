// A reference that is swapped with another is a new borrow, which a living one may have.
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
        let p: *mut &'static i32;
        let q: *mut &'static i32;
        {
            x = 1_i32;
            y = 1_i32;
            r = &x;
            s = &y;
            p = &raw mut r;
            q = &raw mut s;
            Call(RET = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindContinue())
        }
        bb1 = {
            Return()
        }
    }
}

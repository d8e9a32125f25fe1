// Reading and writing by intrinsics counts like any access.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let x: i32;
        let y: i32;
        let p: *mut i32;
        let q: *mut i32;
        let r: &'static i32;
        let z: i32;
        {
            x = 1_i32;
            y = 2_i32;
            p = &raw mut x;
            q = &raw mut y;
            r = &*p;
            Call(RET = core::intrinsics::typed_swap_nonoverlapping(p, q), ReturnTo(bb1), UnwindUnreachable())
        }
        bb1 = {
            z = *r; //~ ERROR[tree] is disabled there
            //~^ ERROR[stacked] lost its permission
            Return()
        }
    }
}

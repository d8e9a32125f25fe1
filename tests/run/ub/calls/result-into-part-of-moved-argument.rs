// A result must not go into a part of an argument that is moved.
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, arithmetic_overflow, unconditional_panic)]

extern crate core;
use core::intrinsics::mir::*;

#[custom_mir(dialect = "runtime", phase = "initial")]
fn first(_1: [u8; 4]) -> u8 {
    mir! {
        type RET = u8;
        let i: usize;
        {
            i = 0_usize;
            RET = _1[i];
            Return()
        }
    }
}

#[custom_mir(dialect = "runtime", phase = "initial")]
fn main() {
    mir! {
        type RET = ();
        let a: [u8; 4];
        let p: *mut [u8; 4];
        let q: *mut u8;
        {
            a = [1_u8; 4];
            p = &raw mut a;
            q = CastPtrToPtr::<_, *mut u8>(p);
            Call(*q = first(Move(a)), ReturnTo(bb1), UnwindContinue()) //~ ERROR[tree] which was moved into a call that has not returned
            //~^ ERROR[stacked] lost its permission
        }
        bb1 = {
            Return()
        }
    }
}
